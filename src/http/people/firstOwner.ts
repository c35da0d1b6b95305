// The first owner of the staff, who is created with the code that the start of the service writes into its log.

import { Type } from 'typebox'
import { maxNameLength } from '../../accounts/accounts.ts'
import { Closed, Text } from '../objects/common.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { tag } from './profile.ts'
import { Email, NewPassword, Person, Token } from './signIn.ts'

export const firstOwnerRoutes = tagged(tag, ({ signIn, firstOwner }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/auth/first-owner',
    operationId: 'getFirstOwnerState',
    callers: ['public'],
    summary: 'Read whether the first owner of the staff is still to be created',
    answer: Type.Object({
      isWanted: Type.Boolean({ description: 'Nobody is on the staff. POST /auth/first-owner creates an owner.' }),
    }),
    handle: async () => ({ isWanted: await firstOwner.isWanted() }),
  }),
  route({
    method: 'POST',
    path: '/auth/first-owner',
    operationId: 'createFirstOwner',
    callers: ['public'],
    summary: 'Create the first owner of the staff, and sign in',
    description:
      'Needs the code that each start of the service writes into its log meanwhile. It works once, and only while nobody is on the staff.',
    body: Closed({ code: Token, name: Text(maxNameLength), email: Email, password: NewPassword }),
    status: 201,
    answer: Person,
    refuses: ['not_allowed', 'wrong_state', 'already_exists'],
    before: signIn.countTry,
    async handle({ request, reply, body }) {
      await firstOwner.create({ ...body, code: body.code.trim() })
      return signIn.enter(request, reply, { email: body.email, password: body.password })
    },
  }),
])
