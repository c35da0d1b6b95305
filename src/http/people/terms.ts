// The operator's terms, which new people of an account accept.

import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { inLanguage } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import type { AcceptedTerms } from '../../accounts/accountStore.ts'
import { Refusal } from '../../base/refusal.ts'
import { nullable, Text } from '../objects/common.ts'
import { answerLanguage } from '../server/pageLanguage.ts'
import type { Services } from '../server/services.ts'

export const ShownTerms = nullable(
  Type.Object(
    {
      version: Type.String(),
      link: nullable(Type.String()),
      text: nullable(Type.String()),
    },
    { description: 'The terms of the operator, in the language of the page; null if there are none.' },
  ),
)

export const TermsVersion = Type.Optional(
  Text(40, { description: 'The version of the terms that the person accepts. Required if the operator has terms.' }),
)

const inEffect = ({ operatorVersions, clock }: Services) => operatorVersions.inEffect(clock())

export function showTerms(services: Services, headers: IncomingHttpHeaders) {
  const terms = inEffect(services)?.texts.terms
  if (terms === undefined) return null
  const language = answerLanguage(headers)
  const { version, link, text } = terms
  return { version, link: inLanguage(link, language), text: inLanguage(text, language) }
}

/** Refuses with terms_not_accepted where the terms in effect are others than the accepted ones. */
export function acceptTerms(services: Services, accepted: string | undefined): AcceptedTerms | null {
  const operator = inEffect(services)
  const terms = operator?.texts.terms
  if (operator === null || terms === undefined) return null
  if (accepted !== terms.version)
    throw new Refusal(
      'terms_not_accepted',
      say('Read and accept our terms, version {version}.', { version: terms.version }),
    )
  return { version: terms.version, operatorVersion: operator.version }
}
