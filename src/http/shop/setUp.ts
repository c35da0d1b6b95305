// The set-up of the shop: which steps are done, and an email to try the mail server.

import { Type } from 'typebox'
import { readPerson } from '../../accounts/accountStore.ts'
import { SetUpStep } from '../objects/setUpStep.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const SetUp = Type.Object({ isSelling: Type.Boolean(), steps: Type.Array(SetUpStep) })

export const setUpRoutes = tagged('Staff', ({ db, readSetUp, isSelling, sendEmail, signIn }: Services): Route[] => {
  const answer = async () => ({ isSelling: isSelling(), steps: await readSetUp() })
  return [
    route({
      method: 'GET',
      path: '/staff/set-up',
      operationId: 'getSetUp',
      summary: 'Read the steps of the set-up',
      description: 'Each step is judged by the real state. For `storage`, a test file is written, read and removed.',
      answer: SetUp,
      handle: answer,
    }),
    route({
      method: 'POST',
      path: '/staff/set-up/test-email',
      operationId: 'sendTestEmail',
      needs: null,
      sessionOnly: true,
      summary: 'Send yourself a test email',
      status: 202,
      answer: SetUp,
      refuses: ['too_many_requests'],
      async handle({ caller: { userId }, request }) {
        const { email, name } = (await readPerson(db, userId!))!
        signIn.countMail(request, email)
        await sendEmail(null, email, { kind: 'test', values: { name } })
        return answer()
      },
    }),
  ]
})
