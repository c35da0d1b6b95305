// The pages of signed links, which need no sign-in and no script: of a reader's order, and of a statement to pay.

import type { FastifyReply } from 'fastify'
import type { Language } from '../../../languages/languages.ts'
import { translate } from '../../../languages/texts.ts'
import { escapeMarkup } from '../../base/text/markup.ts'

export type Look = { language: Language; accent: string }

/** Nothing runs in the page, and it loads nothing. Its address is for its reader alone. */
export const setLinkPageHeaders = (reply: FastifyReply) =>
  reply.type('text/html; charset=utf-8').headers({
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'accept-language, cookie',
  })

export const missingPage = (look: Look): string => {
  const t = translate(look.language)
  const text = t('This page does not exist, or no longer.')
  return linkPage(look, text, [`<h1>${escapeMarkup(text)}</h1>`])
}

const sheet = (accent: string) => `
:root{color-scheme:light dark}
body{margin:0;padding:2rem 1rem;background:#f4f5f7;color:#1f2933;font:1rem/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{max-width:32rem;margin:0 auto;padding:1.5rem;background:#fff;border-radius:8px;border-top:4px solid ${accent}}
header{display:flex;gap:.75rem;align-items:center;font-weight:600;overflow-wrap:anywhere}
header img{max-width:9rem;max-height:3rem;padding:4px;background:#fff;border-radius:4px}
h1{margin:1.25rem 0 .5rem;font-size:1.5rem;line-height:1.3}
ul{margin:1rem 0 0;padding:0;list-style:none}
li{padding:.75rem 0;border-top:1px solid #e3e7eb;overflow-wrap:anywhere}
a{color:#234672}
h2{margin:1.5rem 0 .5rem;font-size:1rem}
dl{margin:1rem 0 0}
dl div{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;border-top:1px solid #e3e7eb}
dt{color:#5b6673}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
.amount{margin:0;font-size:2rem;line-height:1.2}
.amount small{font-size:1rem;color:#5b6673}
.button{display:block;margin-top:1.5rem;padding:.75rem 1rem;border-radius:6px;background:#234672;color:#fff;text-align:center;text-decoration:none}
footer{margin-top:1.5rem;color:#5b6673;font-size:.875rem}
@media (prefers-color-scheme:dark){body{background:#14181d;color:#e6eaee}main{background:#1f252c}li,dl div{border-color:#39424c}a{color:#9dbdf0}footer,dt,.amount small{color:#a3adb8}.button{background:#9dbdf0;color:#14181d}}`

/** `parts` are markup; those that are empty are left out. */
export const linkPage = ({ language, accent }: Look, title: string, parts: string[]): string => `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeMarkup(title)}</title>
<style>${sheet(escapeMarkup(accent))}</style>
</head>
<body>
<main>
${parts.filter(part => part !== '').join('\n')}
</main>
</body>
</html>
`
