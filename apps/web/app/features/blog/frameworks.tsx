import { Article } from './article.tsx';

const names = ['React', 'Angular', 'Vue'] as const;

const rows = [
  [
    'What it is',
    'A library for user interfaces',
    'A complete framework',
    'A framework one can take in steps',
  ],
  ['Made by', 'Meta and the community', 'Google', 'Evan You and a core team'],
  [
    'Templates',
    'JSX: markup inside JavaScript',
    'HTML with its own syntax',
    'HTML with directives, or JSX',
  ],
  ['Language', 'JavaScript or TypeScript', 'TypeScript', 'JavaScript or TypeScript'],
  [
    'Reactivity',
    'A component runs again when its state changes',
    'Signals and change detection',
    'Values that know who reads them',
  ],
  [
    'Router, forms',
    'Chosen by you, or by a framework on top',
    'Included',
    'Official, added when needed',
  ],
  ['To learn', 'Few ideas, many choices', 'Many ideas, few choices', 'The gentlest start'],
] as const;

export function Frameworks({ id, question }: { id: string; question: string }) {
  return (
    <Article id={id} question={question}>
      <p>
        All three build an interface out of components and keep the screen in step with the data.
        They differ in how much they decide for you.
      </p>
      <section
        aria-label={question}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <table className="w-full min-w-160 text-left text-sm">
          <thead className="border-line border-b bg-sunken text-ink">
            <tr>
              <td className="px-4 py-3" />
              {names.map((name) => (
                <th key={name} scope="col" className="px-4 py-3 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row" className="whitespace-nowrap px-4 py-3 font-semibold text-ink">
                  {name}
                </th>
                {cells.map((cell, place) => (
                  <td key={names[place]} className="px-4 py-3 align-top">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        <strong>React</strong> has the largest ecosystem and the most people who know it. It leaves
        routing, data and forms to you, which is freedom for a team with opinions and a burden for
        one without. <strong>Angular</strong> answers those questions once: dependency injection,
        router, forms, testing, all from one hand and upgraded together. Large organisations with
        many teams like it for that. <strong>Vue</strong> stands in between: templates that look
        like the HTML one knows, official parts for what is missing, and documentation that makes it
        the easiest to begin with.
      </p>
      <p>
        None of them will make a product fast or slow, good or bad, by itself. Pick the one your
        people know, look at what you would have to build around it, and spend the time saved on the
        product.
      </p>
    </Article>
  );
}
