// The operator's people: the staff and those of printers. They are invited and removed with a session, so that a stolen
// key cannot let anybody in.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { withdrawInvitation } from '../../accounts/people/invitations.ts'
import {
  changeStaffRole,
  inviteOperator,
  listOperatorInvitations,
  listOperatorPeople,
  removeOperator,
} from '../../accounts/people/operators.ts'
import { staffRoleNames } from '../../accounts/people/staffRoles.ts'
import { readSecondFactorRoles, saveSecondFactorRoles } from '../../accounts/signIn/secondFactorRoles.ts'
import { type Problem, quoted, Refusal } from '../../base/refusal.ts'
import { Closed, Instant, Nothing, nullable, oneOf, Text } from '../objects/common.ts'
import { type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { InvitationLanguage, InvitationLink, sendOperatorInvitation } from './invitations.ts'
import { Email } from './signIn.ts'

const Kind = oneOf(['staff', 'printer'])
const RoleOfPerson = nullable(oneOf(staffRoleNames, { description: 'Null for people of printers.' }))
const PrinterOfPerson = nullable(
  Type.String({ description: 'The printer of a person of kind printer; null for all printers.' }),
)

const OperatorPerson = Type.Object(
  {
    userId: Type.String(),
    name: Type.String(),
    email: Type.String(),
    kind: Kind,
    role: RoleOfPerson,
    printer: PrinterOfPerson,
    secondFactor: Type.Boolean(),
    singleSignOn: Type.Boolean({
      description: 'Whether the person signs in through the identity provider, which gives the role at each sign-in.',
    }),
    lastSignInAt: nullable(Instant),
    since: Instant,
  },
  { $id: 'OperatorPerson' },
)

const OperatorInvitation = Type.Object(
  {
    invitationId: Type.String(),
    email: Type.String(),
    kind: Kind,
    role: RoleOfPerson,
    printer: PrinterOfPerson,
    createdAt: Instant,
    expiresAt: Instant,
  },
  { $id: 'OperatorInvitation' },
)

const SecondFactorRoles = Type.Array(oneOf(staffRoleNames), { uniqueItems: true })
const SecondFactorRule = Type.Object(
  {
    everyone: Type.Boolean({
      description: 'True if the operator has set REQUIRE_STAFF_SECOND_FACTOR: then the roles make no difference.',
    }),
    roles: SecondFactorRoles,
  },
  { $id: 'SecondFactorRule' },
)

export const operatorPeopleRoutes = tagged('Staff', (services: Services): Route[] => [
  ...peopleListRoutes(services),
  ...invitationRoutes(services),
  ...staffRoleRoutes(services),
])

const printerNames = ({ printerConfig }: Services['fulfillment']) => printerConfig.printers.map(({ name }) => name)

function peopleListRoutes(services: Services): Route[] {
  const { db, clock, fulfillment } = services
  const secondFactorRule = async () => ({
    everyone: services.requireStaffSecondFactor,
    roles: await readSecondFactorRoles(db),
  })
  return [
    route({
      method: 'GET',
      path: '/staff/people',
      operationId: 'listOperatorPeople',
      summary: 'List the staff, the people of printers, and their open invitations, oldest first',
      answer: Type.Object({
        people: Type.Array(OperatorPerson),
        invitations: Type.Array(OperatorInvitation),
        printers: Type.Array(Type.String(), { description: 'The printers to which people can be invited.' }),
        secondFactor: SecondFactorRule,
      }),
      handle: async () => ({
        people: await listOperatorPeople(db),
        invitations: await listOperatorInvitations(db, clock()),
        printers: printerNames(fulfillment),
        secondFactor: await secondFactorRule(),
      }),
    }),
    route({
      method: 'PUT',
      path: '/staff/people/second-factor',
      operationId: 'changeSecondFactorRoles',
      needs: 'people',
      sessionOnly: true,
      freshWithinMs: recentPasswordMs,
      summary: 'Say which roles of the staff must have a second factor',
      description:
        'It counts from the next request of each session: a person without one can then only set one up. People who sign in through the identity provider are checked there. Keys are exempt.',
      body: Closed({ roles: SecondFactorRoles }),
      answer: SecondFactorRule,
      async handle({ caller: { actor }, body: { roles } }) {
        await saveSecondFactorRoles(services, { roles, actor })
        return secondFactorRule()
      },
    }),
  ]
}

function invitationRoutes(services: Services): Route[] {
  const { signIn, fulfillment, mayStaffUsePasswords } = services
  return [
    route({
      method: 'POST',
      path: '/staff/people/invitations',
      operationId: 'inviteOperatorPerson',
      needs: 'people',
      sessionOnly: true,
      freshWithinMs: recentPasswordMs,
      summary: 'Invite a person to the staff, or to the press desk of a printer',
      description:
        'The person chooses a password with the link in the email, once, within 7 days. Replaces an earlier invitation to the same address.',
      body: Closed({
        email: Email,
        kind: Kind,
        role: Type.Optional(nullable(oneOf(staffRoleNames, { description: 'Of a member of the staff.' }))),
        printer: Type.Optional(nullable(Text(40, { description: 'Of a person of a printer; null: of all printers.' }))),
        language: InvitationLanguage,
      }),
      problemsOf: ({ fields }) => problemsOfInvitation(printerNames(fulfillment), fields),
      status: 201,
      answer: Type.Object({ ...OperatorInvitation.properties, link: InvitationLink }),
      refuses: ['already_exists', 'wrong_state', 'too_many_requests'],
      async handle({ caller: { actor }, request, body: { email, kind, role = null, printer = null, language } }) {
        if (kind === 'staff' && !mayStaffUsePasswords) {
          const detail = say(
            'The staff sign in through single sign-on: add the person to a group at your identity provider.',
          )
          throw new Refusal('wrong_state', detail)
        }
        signIn.countMail(request, email)
        const issued = await inviteOperator(services, { email, kind, role, printer, actor })
        return sendOperatorInvitation(services, issued, { request, language })
      },
    }),
    route({
      method: 'DELETE',
      path: '/staff/people/invitations/:invitationId',
      operationId: 'withdrawOperatorInvitation',
      needs: 'people',
      sessionOnly: true,
      summary: 'Revoke an invitation to the staff or to a printer',
      answer: Nothing,
      async handle({ caller: { actor }, params: { invitationId } }) {
        await withdrawInvitation(services, { accountId: null, invitationId, actor })
      },
    }),
  ]
}

function problemsOfInvitation(printers: string[], { kind, role, printer }: Record<string, unknown>): Problem[] {
  if (kind === 'staff' && (role === undefined || role === null))
    return fault('role', 'required', 'nothing', staffRoleNames.join(', '))
  if (kind === 'printer' && typeof role === 'string')
    return fault('role', 'not_allowed', quoted(role), 'no role for a person of a printer')
  return problemsOfPrinter(printers, kind, printer)
}

function problemsOfPrinter(printers: string[], kind: unknown, printer: unknown): Problem[] {
  const choices = `${printers.join(', ')}, or null for all printers`
  if (kind === 'printer' && printer === undefined) return fault('printer', 'required', 'nothing', choices)
  if (typeof printer !== 'string') return []
  if (kind === 'staff') return fault('printer', 'not_allowed', quoted(printer), 'null for a member of the staff')
  return printers.includes(printer) ? [] : fault('printer', 'unknown_printer', quoted(printer), choices)
}

function staffRoleRoutes(services: Services): Route[] {
  const { keyring } = services
  return [
    route({
      method: 'PATCH',
      path: '/staff/people/:userId',
      operationId: 'changeStaffRole',
      needs: 'people',
      sessionOnly: true,
      freshWithinMs: recentPasswordMs,
      summary: 'Change the role of a member of the staff',
      description:
        'The role takes effect with the next request, and for the own keys of the person within 5 seconds. The last owner must stay an owner.',
      body: Closed({ role: oneOf(staffRoleNames) }),
      answer: OperatorPerson,
      refuses: ['wrong_state'],
      handle: ({ caller: { actor }, params: { userId }, body: { role } }) =>
        changeStaffRole(services, { userId, role, actor }),
    }),
    route({
      method: 'DELETE',
      path: '/staff/people/:userId',
      operationId: 'removeOperatorPerson',
      needs: 'people',
      sessionOnly: true,
      freshWithinMs: recentPasswordMs,
      summary: 'Remove a person of the staff or of a printer, with the sign-in, all sessions and own staff keys',
      description:
        'Keys of printers stay valid: revoke the keys that the person knows. You cannot remove yourself, or the last owner.',
      answer: Nothing,
      refuses: ['wrong_state'],
      async handle({ caller: { actor }, params: { userId } }) {
        const { revokedKeys } = await removeOperator(services, { userId }, actor)
        revokedKeys.forEach(keyring.evict)
      },
    }),
  ]
}

function fault(field: string, code: string, got: string, expected: string): Problem[] {
  const detail = `${field}: got ${got}; expected ${expected}`
  return [{ pointer: `/${field}`, code, detail }]
}
