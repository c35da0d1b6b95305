// The set-up of the shop: which steps are done, an email to try the mail server, and an order to try the press desk.

import { Type } from 'typebox'
import { readPerson } from '../../accounts/accountStore.ts'
import { placePracticeOrder } from '../../features/sandbox/practiceOrder.ts'
import { hasDraft } from '../../features/shop/draftStore.ts'
import { SetUpStep } from '../objects/setUpStep.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const SetUp = Type.Object({
  isSelling: Type.Boolean(),
  hasDraft: Type.Boolean({ description: 'Whether the staff have begun what they will publish.' }),
  steps: Type.Array(SetUpStep),
})

const PracticeOrder = Type.Object({ accountId: Type.String(), customerOrderId: Type.String() })

export const setUpRoutes = tagged('Staff', (services: Services): Route[] => {
  const { db, readSetUp, isSelling, sendEmail, signIn } = services
  const answer = async () => ({
    isSelling: isSelling(),
    hasDraft: await hasDraft(db),
    steps: await readSetUp(),
  })
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
    route({
      method: 'POST',
      path: '/staff/set-up/practice-order',
      operationId: 'placePracticeOrder',
      needs: 'installation',
      sessionOnly: true,
      summary: 'Place a practice order, which comes to the press desk',
      description:
        'One copy of the first book for sale, with sample artwork, to your own address. It is a sandbox order of the account Practice orders: it skips the hold, and is never charged or counted.',
      status: 201,
      answer: PracticeOrder,
      refuses: ['not_set_up', 'wrong_state', 'duplicate_order_id'],
      async handle({ caller: { userId, actor } }) {
        const { email } = (await readPerson(db, userId!))!
        const { accountId, customerOrderId } = await placePracticeOrder(services, { email, actor })
        return { accountId, customerOrderId }
      },
    }),
  ]
})
