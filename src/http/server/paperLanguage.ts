// The language of an invoice, a credit note, a statement or a job ticket: the one that
// is asked for, or else that of the person's pages. Programs get English.

import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { type Language, languageCodes } from '../../../languages/languages.ts'
import { Closed, oneOf } from '../objects/common.ts'
import { pageLanguage } from './pageLanguage.ts'
import type { Caller } from './route.ts'

export const PaperQuery = Closed({
  language: Type.Optional(
    oneOf(languageCodes, {
      description: "By default that of the person's screens, and en for programs.",
    }),
  ),
})

export const paperLanguage = (
  { language }: Static<typeof PaperQuery>,
  { caller, headers }: Pick<FastifyRequest, 'caller' | 'headers'>,
): Language => language ?? (isPerson(caller) ? pageLanguage(headers) : 'en')

const isPerson = (caller: Caller): boolean => 'userId' in caller && caller.userId !== null
