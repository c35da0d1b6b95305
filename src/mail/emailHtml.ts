// The HTML part of an email. Mail programs know little of HTML: tables instead of boxes, styles in each element, a
// button that is a link in a colored cell. A style sheet only adds what a program may ignore: colors of the dark
// scheme, and narrow margins on telephones. Nothing is loaded from elsewhere: the logo is a part of the email (`cid:`),
// so reading an email sends no request, and the logo is also shown where the service cannot be reached.

import type { Language } from '../../languages/languages.ts'
import { translate } from '../../languages/texts.ts'
import { escapeMarkup } from '../base/text/markup.ts'
import type { Signature } from './emailText.ts'
import type { RenderedEmail } from './renderEmail.ts'
import { closingIn, footerIn } from './replacedTexts.ts'
import type { Block } from './template.ts'

/** White text on `accent` is readable. `logo` is `cid:` or `data:` and a picture with its own light background. */
export type EmailLook = Signature & { accent: string; logo: { url: string; width: number; height: number } | null }

const fonts = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Class names for the dark scheme, with their colors in the light scheme. */
const colors = {
  page: 'background-color:#f4f5f7',
  card: 'background-color:#ffffff',
  text: 'color:#1f2933',
  quiet: 'color:#5b6673',
  line: 'border-top:1px solid #e3e7eb',
}

const sheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:520px){.pad{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){
.page{background-color:#14181d!important}.card{background-color:#1f252c!important}
.text{color:#e6eaee!important}.quiet{color:#a3adb8!important}.line{border-top-color:#39424c!important}
.link{color:#9dbdf0!important}}`

export function emailHtml({ subject, blocks }: RenderedEmail, look: EmailLook, language: Language): string {
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escapeMarkup(subject)}</title>
<style>${sheet}</style>
</head>
<body class="page" style="margin:0;padding:0;${colors.page}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="${colors.page}">
<tr><td align="center" style="padding:24px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="card" style="${colors.card};border-top:4px solid ${escapeMarkup(look.accent)};border-radius:8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="pad text" align="left" style="padding:28px 36px 0;${colors.text};${font(17)};font-weight:600">${headOf(look)}</td></tr>
<tr><td class="pad" align="left" style="padding:20px 36px 32px">
<h1 class="text" style="margin:0 0 20px;${colors.text};${font(22)};line-height:1.3;font-weight:600">${escapeMarkup(subject)}</h1>
${blocks.map(block => blockHtml(block, look.accent)).join('\n')}
<p class="text" style="${paragraph};margin-top:28px">${escapeMarkup(closingIn(language, look.texts))}<br>${escapeMarkup(look.name)}</p>
</td></tr>
</table>
</td></tr>
<tr><td class="pad quiet" align="left" style="padding:20px 36px;${colors.quiet};${font(13)};line-height:1.6">${footOf(look, language)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function font(pixels: number): string {
  return `font-family:${fonts};font-size:${pixels}px`
}

const paragraph = `margin:0 0 16px;${colors.text};${font(15)};line-height:1.6;overflow-wrap:anywhere`

function blockHtml(block: Block, accent: string): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="text" style="${paragraph}">${escapeMarkup(block.text).replaceAll('\n', '<br>')}</p>`
    case 'list':
      return `<ul style="margin:0 0 16px;padding-left:22px">${block.items
        .map(item => `<li class="text" style="${paragraph};margin-bottom:8px">${escapeMarkup(item)}</li>`)
        .join('')}</ul>`
    case 'table':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${block.rows
        .map(
          ({ label, value, url }) =>
            `<tr><td class="quiet line" width="34%" valign="top" style="padding:9px 12px 9px 0;${colors.line};${colors.quiet};${font(14)};line-height:1.5">${escapeMarkup(label)}</td>` +
            `<td class="text line" valign="top" style="padding:9px 0;${colors.line};${colors.text};${font(14)};line-height:1.5;overflow-wrap:anywhere">${url === null ? escapeMarkup(value) : linkTo(url, value, accent)}</td></tr>`,
        )
        .join('')}</table>`
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td align="center" bgcolor="${escapeMarkup(accent)}" style="background-color:${escapeMarkup(accent)};border-radius:6px"><a href="${escapeMarkup(block.url)}" style="display:inline-block;padding:12px 24px;color:#ffffff;${font(15)};font-weight:600;text-decoration:none">${escapeMarkup(block.label)}</a></td></tr></table>`
  }
}

const linkTo = (url: string, shown: string, accent: string): string =>
  `<a class="link" href="${escapeMarkup(url)}" style="color:${escapeMarkup(accent)}">${escapeMarkup(shown)}</a>`

const headOf = ({ name, logo }: EmailLook): string =>
  logo === null
    ? escapeMarkup(name)
    : `<img src="${escapeMarkup(logo.url)}" width="${logo.width}" height="${logo.height}" alt="${escapeMarkup(name)}" style="display:block;border:0;border-radius:4px;max-width:100%;height:auto">`

function footOf({ name, supportAddress, legalLines, accent, texts }: EmailLook, language: Language): string {
  const t = translate(language)
  const contact =
    supportAddress === null ? [] : [`${t('Questions?')} ${linkTo(`mailto:${supportAddress}`, supportAddress, accent)}`]
  const lines = [...(legalLines.length === 0 ? [name] : legalLines), ...footerIn(language, texts)]
  return [...contact, ...lines.map(escapeMarkup)].join('<br>')
}
