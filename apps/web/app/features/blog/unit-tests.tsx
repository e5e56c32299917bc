import { Article, Code } from './article.tsx';

const example = `test('a description of more than 100 characters is cut with an ellipsis', () => {
  const text = 'a'.repeat(101);

  const shown = truncate(text, 100);

  expect(shown).toBe('a'.repeat(100) + '…');
});`;

export function UnitTests({ id, question }: { id: string; question: string }) {
  return (
    <Article id={id} question={question}>
      <p>
        A unit test runs one small piece of a program, a function, a class, a component, by itself
        and checks that it does what was promised. It needs no network, no database and no clock but
        the one you hand it, so a thousand of them finish in seconds.
      </p>
      <Code>{example}</Code>
      <p>
        Arrange, act, assert: set the stage, do one thing, look at the outcome. The title is a
        sentence that is true or false of the program, so that a failing test tells what broke
        before anybody opens the code.
      </p>
      <p>
        <strong>Why write them?</strong> Because a mistake found while typing costs minutes, and the
        same mistake found by a customer costs days. Because they let you change code that you did
        not write: if the tests still pass, what people rely on still holds. Because code that is
        hard to test is usually doing too much, and finding that out early makes for a better
        design. And because they are the one description of the program that cannot go out of date
        without somebody noticing.
      </p>
      <p>
        They are not enough alone. Pieces that work one by one can still disagree, which is why
        tests of whole requests and of journeys in a real browser stand beside them. And a test that
        would still pass if the behaviour were wrong is worse than none: break the code once on
        purpose and see the test fail.
      </p>
    </Article>
  );
}
