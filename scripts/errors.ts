// The text of docs/errors.md, from the tables of refusals and failures.

import { refusals } from '../src/base/refusal.ts'
import { checksOnly, failures, rejections, warningsOnly } from '../src/orders/failures.ts'

export const errorsFile = new URL('../docs/errors.md', import.meta.url)

export const errorsText = (): string => `# Errors

Written by \`npm run docs\` from \`src/base/refusal.ts\` and \`src/orders/failures.ts\`; change the tables, not this page.

Two things can be wrong. A request that cannot be an order (or whatever else it means to be) is **refused**: the answer is a 4xx and
nothing was stored. An order that was understood but cannot be made is **FAILED**: the answer to its creation is a 201, and
\`errors\` of the order tell why. Either way all that is wrong is told at once, each with a JSON Pointer to its place.

## Refused requests

The body is \`application/problem+json\` (RFC 9457) with \`type, title, status, detail, code, errors, requestId\`. Programs go by
\`code\`, people by \`detail\`, and whoever asks for help names the \`requestId\`, which the log has too.

| code | status | meaning |
|---|---|---|
${Object.entries(refusals)
  .map(([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`)
  .join('\n')}

429 and 503 say in \`Retry-After\` when to come again, and 429 in the RateLimit fields how much is allowed. A create whose answer never arrived may have been stored: read the order
by its \`customerOrderId\` before sending it again.

## Orders that cannot be made

| code in \`errors\` | meaning |
|---|---|
${rows(failures)}

The codes of files (\`file_…\`) are also those of a file that a check (\`POST /files/check\`) could not have. There is one
more; those of files that were read are in [preflight.md](preflight.md).

| code in \`findings\` of a check | meaning |
|---|---|
${rows(checksOnly)}

An order that could be made and for which there is no room is REJECTED, and never made later: place it again under a new
\`customerOrderId\`.

| code in \`errors\` | meaning |
|---|---|
${rows(rejections)}

| code in \`warnings\` | meaning |
|---|---|
${rows(warningsOnly)}

## Lists

A parameter that a list does not know is ignored, and named in the \`warnings\` of its page with the code \`unknown_parameter\`, what
was got, and which parameters there are.
`

const rows = (table: Record<string, string>): string =>
  Object.entries(table)
    .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
    .join('\n')
