import { Frameworks } from '../features/blog/frameworks.tsx';
import { Prototypes } from '../features/blog/prototypes.tsx';
import { StateManagement } from '../features/blog/state-management.tsx';
import { UnitTests } from '../features/blog/unit-tests.tsx';
import { siteMeta } from '../layout/site-meta.ts';
import type { Route } from './+types/blogs.ts';

const sections = [
  {
    id: 'state',
    question: 'What are the different ways to manage state in a React application?',
    Answer: StateManagement,
  },
  { id: 'prototypes', question: 'How does prototypical inheritance work?', Answer: Prototypes },
  {
    id: 'unit-tests',
    question: 'What is a unit test, and why should we write unit tests?',
    Answer: UnitTests,
  },
  { id: 'frameworks', question: 'React vs Angular vs Vue', Answer: Frameworks },
] as const;

export const meta: Route.MetaFunction = ({ matches }) =>
  siteMeta({
    title: 'Blog | Redial',
    description:
      'Four questions about building for the web: state in React, prototypical inheritance, unit tests, and React vs Angular vs Vue.',
    publicUrl: matches[0].loaderData.publicUrl,
    path: '/blogs',
  });

export default function Blogs() {
  return (
    <div className="page pt-12 md:pt-20">
      <header className="max-w-3xl">
        <h1 className="text-3xl">Notes from the workshop</h1>
        <p className="mt-4 text-ink-soft text-lg">
          Four questions that people who build things like Redial get asked, answered in the time it
          takes to drink a coffee.
        </p>
      </header>
      <div className="mt-12 grid gap-12 lg:mt-16 lg:grid-cols-[16rem_minmax(0,44rem)] lg:gap-20 print:block">
        <nav aria-label="Questions" className="lg:sticky lg:top-28 lg:self-start">
          <ol className="grid gap-1 border-line border-l text-sm">
            {sections.map(({ id, question }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-ml-px block border-transparent border-l-2 py-2 pl-4 text-ink-soft transition-colors hover:border-accent hover:text-ink"
                >
                  {question}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid min-w-0 gap-14">
          {sections.map(({ id, question, Answer }) => (
            <Answer key={id} id={id} question={question} />
          ))}
        </div>
      </div>
    </div>
  );
}
