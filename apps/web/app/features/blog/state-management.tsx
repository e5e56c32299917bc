import { Article, Terms } from './article.tsx';

export function StateManagement({ id, question }: { id: string; question: string }) {
  return (
    <Article id={id} question={question}>
      <p>
        Begin by asking what kind of state it is. Most applications that feel hard to follow keep
        four different kinds in one place, and each of them has a better home.
      </p>
      <Terms
        entries={[
          [
            'Local state',
            'A field, an open menu, the step of a wizard. useState is enough; useReducer when several values change together by rules one would like to test. Keep it in the component that uses it and lift it only when a sibling needs it too.',
          ],
          [
            'Shared state',
            'A theme, a language, the person signed in: read in many places, changed in few. Context hands it down without passing it through every level. Everything that reads a context renders again when it changes, so keep what changes often out of it.',
          ],
          [
            'Server state',
            'Data that belongs to somebody else and of which you hold a copy. It can be stale, it can fail to load, two places may ask for it at once. Loaders of a router or a library such as TanStack Query deal with caching, retries and refreshing; a hand-written useEffect seldom does.',
          ],
          [
            'Address state',
            'Filters, sorting, the page one is on. Put it in the URL: it survives a reload, it can be shared, and the Back button works without another line of code.',
          ],
        ]}
      />
      <p>
        What remains is client state that is truly global and changes often: a drawing, a
        spreadsheet, an editor. That is where Redux Toolkit, Zustand, Jotai or MobX earn their keep.
        Redux gives one store, explicit events and a history one can step through; the others trade
        some of that for less to write. Reach for one when you can name the problem that it solves,
        not before.
      </p>
    </Article>
  );
}
