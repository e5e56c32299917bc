/** A page as displayed after redirects. */
export interface BrowserPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/**
 * A minimal browser for sign-in flows: follows redirects, keeps cookies (by path, for one host) and
 * submits forms.
 *
 * @param stopAt path of a redirect target at which it stops, without requesting it.
 */
export function createBrowserSession({ stopAt }: { stopAt?: string } = {}) {
  const jar = new Map<string, { value: string; path: string }>();

  async function visit(address: string, init: RequestInit = {}): Promise<BrowserPage> {
    const url = new URL(address);
    const cookie = [...jar]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie ? { cookie } : {}) },
    });
    for (const line of response.headers.getSetCookie()) storeCookie(line);
    const { status, headers } = response;
    return { url: url.href, status, headers, html: await response.text() };
  }

  function storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const of = (wanted: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1];
    const gone = of('max-age') === '0' || Date.parse(of('expires') ?? '') < Date.now();
    if (gone) jar.delete(name);
    else jar.set(name, { value, path: of('path') ?? '/' });
  }

  async function follow(page: BrowserPage): Promise<BrowserPage> {
    for (let current = page; ; ) {
      const location = current.headers.get('location');
      if (!location) return current;
      const next = new URL(location, current.url);
      if (stopAt && next.pathname === stopAt) return { ...current, url: next.href };
      current = await visit(next.href);
    }
  }

  return {
    visit,
    open: async (url: string) => follow(await visit(url)),
    /** Submits a form to this URL. */
    submit: async (url: string, fields: Record<string, string>) =>
      follow(
        await visit(url, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(fields).toString(),
        }),
      ),
    cookies: () => [...jar.keys()],
  };
}
