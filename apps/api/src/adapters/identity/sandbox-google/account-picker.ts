import { escapeHtml } from '../../../platform/html-page.ts';
import type { SignInPage } from '../sign-in-page.ts';
import { avatarColours, getAvatarColour, getInitials, type SandboxAccount } from './accounts.ts';

/** The form values for another account, and the validation error. */
export interface OtherAccount {
  readonly name: string;
  readonly email: string;
  readonly error?: string;
}

/** The page for picking an account. Works without JavaScript and with the keyboard alone. */
export function accountPickerPage(
  accounts: readonly SandboxAccount[],
  other?: OtherAccount,
): SignInPage {
  return {
    title: 'Choose an account',
    styles,
    ...(other?.error ? { status: 422 } : {}),
    body: `<span class="mark">Sandbox: plays Google’s part</span>
<h1>Choose an account</h1>
<p>to go on to Redial</p>
<form method="post" id="pick"></form>
<ul>
${accounts.map(accountRow).join('\n')}
<li>${otherAccountRow(other)}</li>
</ul>
<div class="actions"><button class="button plain" form="pick" name="account" value="cancel">Cancel</button></div>
<p class="note">Nothing is checked here: anybody can choose any account. It is for trying Redial out.</p>`,
  };
}

function otherAccountRow(other: OtherAccount | undefined): string {
  const { name = '', email = '', error } = other ?? {};
  return `<details${other ? ' open' : ''}>
<summary class="row"><span class="face plus" aria-hidden="true">+</span><span class="who"><strong>Use another account</strong></span></summary>
<form class="other" method="post">
<label>Name<input name="name" autocomplete="off" required maxlength="80" value="${escapeHtml(name)}"></label>
<label>E-mail<input name="email" type="email" autocomplete="off" required maxlength="254" value="${escapeHtml(email)}"></label>
${error ? `<p class="problem" role="alert">${escapeHtml(error)}</p>` : ''}
<div class="actions"><button class="button" name="account" value="other">Continue</button></div>
</form>
</details>`;
}

function accountRow({ sub, name, email, emailVerified }: SandboxAccount): string {
  const note = emailVerified ? '' : '<em>Address not verified</em>';
  return `<li><button class="row" form="pick" name="account" value="${sub}">
<span class="face c${getAvatarColour(name)}" aria-hidden="true">${getInitials(name)}</span>
<span class="who"><strong>${escapeHtml(name)}</strong><span>${escapeHtml(email)}</span>${note}</span>
</button></li>`;
}

const styles = `
ul { list-style: none; margin: 1.25rem 0 0; padding: 0; }
li + li { border-top: 1px solid var(--line); }
.row {
  display: flex; align-items: center; gap: .875rem; width: calc(100% + 1.25rem); margin-inline: -.625rem;
  padding: .6875rem .625rem; border: 0; border-radius: .625rem; background: none; color: inherit;
  font: inherit; text-align: start; cursor: pointer; list-style: none;
}
.row::-webkit-details-marker { display: none; }
.row:hover { background: var(--hover); }
.face {
  flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%;
  font-size: .875rem; font-weight: 620; letter-spacing: .02em; color: #fff; background: var(--face);
}
.face.plus { border: 1.5px dashed var(--edge); background: none; color: var(--quiet); font-size: 1.25rem; font-weight: 400; }
details[open] .plus { transform: rotate(45deg); }
.who { display: grid; min-width: 0; line-height: 1.35; }
.who strong { font-weight: 580; }
.who span { color: var(--quiet); font-size: .875rem; overflow-wrap: anywhere; }
.who em { color: var(--bad); font-size: .8125rem; font-style: normal; }
.other { padding: .25rem 0 1.25rem; }
${avatarColours.map((colour, index) => `.c${index} { --face: ${colour}; }`).join('\n')}
`;
