import { Article, Code } from './article.tsx';

const example = `const phone = {
  describe() {
    return \`\${this.name}, \${this.storage} GB\`;
  },
};

const galaxy = Object.create(phone);
galaxy.name = 'Galaxy S22';
galaxy.storage = 128;

galaxy.describe();                       // 'Galaxy S22, 128 GB'
Object.hasOwn(galaxy, 'describe');       // false: it is the prototype's
Object.getPrototypeOf(galaxy) === phone; // true`;

export function Prototypes({ id, question }: { id: string; question: string }) {
  return (
    <Article id={id} question={question}>
      <p>
        In JavaScript an object can have another object as its <strong>prototype</strong>. When you
        read a property, the engine looks at the object itself first. If the property is not there
        it looks at the prototype, then at the prototype’s prototype, and so on until it finds the
        property or reaches the end of the chain, which is <strong>null</strong>. Objects inherit
        straight from objects; no class is needed in between.
      </p>
      <Code>{example}</Code>
      <p>
        Two things are worth remembering.{' '}
        <strong>Reading climbs the chain, writing does not</strong>: an assignment creates the
        property on the object in front of you and hides the inherited one, it does not change the
        prototype. And <strong>this</strong> is the object the method was called on, not the one
        where the method was found, which is why one function can serve a thousand objects.
      </p>
      <p>
        The class syntax is a tidier way to write the same. Methods of a class live once, on{' '}
        <strong>Class.prototype</strong>; <strong>new</strong> makes an object whose prototype that
        is; <strong>extends</strong> links one prototype to the next. So arrays have map and filter
        because they are found on Array.prototype, and every ordinary object has toString because
        the chain ends at Object.prototype.
      </p>
    </Article>
  );
}
