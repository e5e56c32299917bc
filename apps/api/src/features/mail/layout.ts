/** The content of a mail, in plain text; escaped when rendered as HTML. */
export interface MailContent {
  readonly subject: string;
  /** One line that mail clients show beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** Small print at the end. */
  readonly note: string;
  /** The page that stops mails of this kind. */
  readonly unsubscribeUrl?: string;
}

/**
 * Renders a mail in the layout that all mails share, as plain text and as HTML for light and dark
 * mail clients. It has no images, so it cannot track whether it was read.
 */
export function renderMail(content: MailContent): { subject: string; text: string; html: string } {
  const { subject, heading, paragraphs, action, note, unsubscribeUrl } = content;
  const text = [
    heading,
    ...paragraphs,
    `${action.label}:\n${action.url}`,
    note,
    ...(unsubscribeUrl ? [`Stop mails like this one:\n${unsubscribeUrl}`] : []),
    '-- \nRedial',
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: html(content) };
}

const fontFamily = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const html = ({
  subject,
  preview,
  heading,
  paragraphs,
  action,
  note,
  unsubscribeUrl,
}: MailContent) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #10131c !important; }
  .sheet { background: #1a1e29 !important; border-color: #333948 !important; }
  .ink { color: #f2f0ea !important; }
  .soft { color: #b4b8c4 !important; }
  .action { background: #a3b5ff !important; color: #10131c !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#faf9f6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#faf9f6">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e4e1da;border-radius:16px">
<tr><td style="padding:40px 36px">
<p class="ink" style="margin:0 0 28px;${fontFamily};font-size:18px;font-weight:700;letter-spacing:-0.02em;color:#191d2b">Redial</p>
<h1 class="ink" style="margin:0 0 16px;${fontFamily};font-size:24px;line-height:1.25;font-weight:650;letter-spacing:-0.02em;color:#191d2b">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
<p style="margin:28px 0"><a class="action" href="${escapeHtml(action.url)}" style="display:inline-block;padding:13px 22px;border-radius:10px;background:#2340c9;color:#ffffff;${fontFamily};font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p class="soft" style="margin:0 0 6px;${fontFamily};font-size:13px;line-height:1.5;color:#5b6070">If the button does not work, open this address:</p>
<p class="soft" style="margin:0 0 28px;${fontFamily};font-size:13px;line-height:1.5;color:#5b6070;word-break:break-all">${escapeHtml(action.url)}</p>
<p class="soft" style="margin:0;${fontFamily};font-size:13px;line-height:1.5;color:#5b6070">${escapeHtml(note)}</p>
${unsubscribeUrl ? unsubscribeLine(unsubscribeUrl) : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const paragraph = (text: string) =>
  `<p class="soft" style="margin:0 0 12px;${fontFamily};font-size:16px;line-height:1.6;color:#454a5a">${escapeHtml(text)}</p>`;

const unsubscribeLine = (url: string) =>
  `<p class="soft" style="margin:6px 0 0;${fontFamily};font-size:13px;line-height:1.5;color:#5b6070"><a class="soft" href="${escapeHtml(url)}" style="color:#5b6070">Stop mails like this one</a></p>`;

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
