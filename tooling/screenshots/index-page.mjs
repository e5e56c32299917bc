/**
 * An index page with one row per screen.
 *
 * @param {readonly { name: string, width: number, theme: string, file: string }[]} made
 */
export function indexPage(made) {
  const names = new Set(made.map(({ name }) => name));
  const figures = (/** @type {string} */ wanted) =>
    made
      .filter(({ name }) => name === wanted)
      .map(
        ({ file, width, theme }) =>
          `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${width} px, ${theme}</figcaption></figure>`,
      )
      .join('');
  const sections = [...names].map(
    (name) => `<section><h2>${name}</h2><div>${figures(name)}</div></section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens of Redial</title>
<style>
  body { margin: 2rem; font: 14px/1.5 system-ui, sans-serif; background: #888; }
  div { display: flex; gap: 1rem; overflow-x: auto; align-items: start; }
  figure { margin: 0; flex: none; }
  img { height: 26rem; max-width: 24rem; object-fit: cover; object-position: top; display: block; }
</style>
<h1>Screens of Redial</h1>
${sections.join('\n')}
</html>
`;
}
