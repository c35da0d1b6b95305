// The text of docs/preflight.md, from the table of what can be said of print files.

import { codes, type Severity } from '../src/artwork/preflight/codes.ts'
import { usualLimits } from '../src/artwork/preflight/process.ts'

export const preflightFile = new URL('../docs/preflight.md', import.meta.url)

export const preflightText = (): string => `# What is said of print files

Written by \`npm run docs\` from \`src/artwork/preflight/codes.ts\`; change the table, not this page.

Every file of an order is opened before money is taken, and so is every file that is sent to \`POST /files/check\`. Each finding has

    code, severity, file (cover or guts), pages (1-4, 9), got, expected, tolerance, message, fix

with the figures in inches, so that a cover that is off by hundredths of an inch says by how many. The exact sizes are those of the
templates ([templates](templates.md)), bleed included.

## How sizes are measured

A page is measured as it is shown: its MediaBox, cut to its CropBox where it has one, turned by Rotate and scaled by UserUnit. What a
file does not say is never guessed: a page without MediaBox is an error, though most viewers show it as Letter. Each side may be off by
the tolerance of the product. A cover is measured against the spine of the real page count, after repairs; without an interior, of the
declared one. With neither it has to fit some page count of the product, and that its width was not checked further is said.

Images count at the size at which they are placed: an image of 1,500 pixels on 5 inches has 300 pixels an inch. One with a single row or
column of pixels is a fill or gradient and is not counted, nor what lies outside the page or is cut off (a clip counts as the rectangle
around it). Fonts count where they print, in masks too; text that is invisible (behind a scan) or wholly outside needs none. Letters that
are drawn (Type 3) bring their own, and what they draw is looked at like the rest. Layers that do not print are not looked at.

Printer's marks are found in four ways: annotations of that kind, anything in the registration colour (Separation All), four or
more short straight lines, stroked or filled, that lie wholly between the trim and the edge of the file, and a line of small text
there, such as the name of the file. Hatching and other patterns of hundreds of short lines are not taken for marks. Marks that are part
of an image are not found.

## What is mended

* Up to three blank pages are added at the end, where the binding needs them. A declared \`pageCount\` must be that of the file as sent.
* Pages and covers that have the right size but lie on their side are turned upright.

Both are said as warnings. The copy that is printed is the file as it was sent, with the new pages or turns appended to it, so that nothing
else is changed; it is read and judged before it is used.

## Errors

The book cannot be printed from the file.

${rowsOf('error')}

## Warnings

It can be printed, and may not look as meant.

${rowsOf('warning')}

## Information

${rowsOf('info')}

## How a file is opened

In a process of its own, as many at once as there are cores, which has no environment, no network, may write no file, and is
ended after ${usualLimits.wallMs / 1000} seconds, ${usualLimits.cpuSeconds} seconds of processor time or ${usualLimits.dataBytes / 1e6} MB of memory. What ends it is a finding about the file. The limits on
processor time and files need a POSIX shell; without one (Windows) the wall clock and the limit on JavaScript's heap remain, and where
there is no \`/proc\` either, memory that is used outside that heap is not limited: run Octavo in a container with a limit there.

A file is refused before any loop over its pages when it says or shows that it has more of them than the longest book. Its page count
must be the same in three readers: our own, PDFium and pdf.js. Of one page no more than 100 MB of drawing is followed, of one file no more
than 400 MB; what was not looked at is said (\`check_limited\`).
`

function rowsOf(severity: Severity): string {
  const rows = Object.entries(codes).filter(([, row]) => row.severity === severity)
  return [
    '| code | when | what to do |',
    '|---|---|---|',
    ...rows.map(([code, { when, fix }]) => `| \`${code}\` | ${when} | ${fix} |`),
  ].join('\n')
}
