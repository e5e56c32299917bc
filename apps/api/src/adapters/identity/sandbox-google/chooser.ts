import { escapeHtml, type Page } from '../page.ts';
import { faceColourOf, initialsOf, type SandboxPerson } from './people.ts';

/** What was typed for another account, and what is wrong with it. */
export interface OtherAccount {
  readonly name: string;
  readonly email: string;
  readonly problem?: string;
}

/** The page on which one picks who to be. Works without a script and with a keyboard alone. */
export function chooserPage(people: readonly SandboxPerson[], other?: OtherAccount): Page {
  return {
    title: 'Choose an account',
    ...(other?.problem ? { status: 422 } : {}),
    body: `<span class="mark">Sandbox: plays Google’s part</span>
<h1>Choose an account</h1>
<p>to go on to Redial</p>
<form method="post">
<ul>
${people.map(personRow).join('\n')}
</ul>
</form>
<details${other ? ' open' : ''}>
<summary>Use another account</summary>
<form method="post">
<label>Name<input name="name" autocomplete="off" required maxlength="80" value="${escapeHtml(other?.name ?? '')}"></label>
<label>E-mail<input name="email" type="email" autocomplete="off" required maxlength="254" value="${escapeHtml(other?.email ?? '')}"></label>
${other?.problem ? `<p class="problem" role="alert">${escapeHtml(other.problem)}</p>` : ''}
<div class="actions"><button class="button" name="account" value="other">Continue</button></div>
</form>
</details>
<form method="post" class="actions"><button class="button plain" name="account" value="cancel">Cancel</button></form>
<p class="note">No mail is sent and nothing is checked: everybody who reaches this page may be anybody. It exists for trying Redial out.</p>`,
  };
}

function personRow({ sub, name, email, emailVerified }: SandboxPerson): string {
  const note = emailVerified ? '' : ' · address not verified';
  return `<li><button class="person" name="account" value="${sub}">
<span class="face c${faceColourOf(name)}" aria-hidden="true">${initialsOf(name)}</span>
<span class="who"><strong>${escapeHtml(name)}</strong><span>${escapeHtml(email)}${note}</span></span>
</button></li>`;
}
