// The operator's notes to choose from when an order or a job is refused or fails. A chosen note is text like any other:
// it can be changed, and it is stored as it was sent.

import { Type } from 'typebox'
import { languageCodes } from '../../../languages/languages.ts'
import { type NoteKind, noteKinds } from '../../features/shop/operatorTexts.ts'
import { oneOf } from '../objects/common.ts'
import { pressTag } from '../printing/job.ts'
import { resource } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const kindsOfPrinters = ['refuse_job', 'report_problem'] as const

const Notes = Type.Object({
  notes: Type.Array(
    Type.Object({
      use: oneOf(noteKinds, { description: 'What it is a reason for.' }),
      texts: Type.Array(Type.Object({ language: oneOf(languageCodes), text: Type.String() }), {
        description: 'In at least one language.',
      }),
    }),
  ),
})

export const refusalNoteRoutes = tagged(pressTag, ({ operator }: Services): Route[] => {
  const list = (kinds: readonly NoteKind[]) => ({
    notes: kinds.flatMap(use =>
      (operator.texts.refusalNotes?.[use] ?? []).map(note => ({
        use,
        texts: languageCodes.flatMap(language => {
          const text = note[language]
          return text === undefined ? [] : [{ language, text }]
        }),
      })),
    ),
  })
  return resource({
    method: 'GET',
    at: { printer: '/press/refusal-notes', staff: '/staff/refusal-notes' },
    operationId: 'listRefusalNotes',
    summary: "List the operator's notes for refused jobs and problems",
    answer: Notes,
    printer: { description: 'Send the text of one as `reason`, or a text of your own.' },
    staff: {
      tag: 'Staff',
      summary: "List the operator's notes for refused jobs, problems, canceled orders and declined certificates",
    },
    handle: ({ caller }) => list(caller.kind === 'printer' ? kindsOfPrinters : noteKinds),
  })
})
