// Passkeys (WebAuthn): signing in with a credential that a device stores and unlocks for its owner. A passkey counts as
// both factors, since the device must ask for a fingerprint, a face or a PIN.

import { type TObject, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { deletePasskey, listPasskeys } from '../../accounts/signIn/passkeys.ts'
import { Refusal } from '../../base/refusal.ts'
import { Closed, Instant, Nothing, nullable, Text } from '../objects/common.ts'
import { type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { anyone, ofPerson, recordChange, tag } from './profile.ts'
import { Person } from './signIn.ts'

const maxPasskeys = 20

const Base64Url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\w-]+$', 'x-expected': 'base64url' })

/** PublicKeyCredential.toJSON() as browsers produce it, without fields that only some add. */
const credentialWith = <Response extends TObject>(response: Response) =>
  Type.Object({
    id: Base64Url(2000),
    rawId: Base64Url(2000),
    type: Type.Unsafe<'public-key'>({ type: 'string', enum: ['public-key'] }),
    response,
    clientExtensionResults: Type.Optional(Type.Object({})),
    authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: 50 }))),
  })
const Registration = credentialWith(
  Type.Object({
    clientDataJSON: Base64Url(10_000),
    attestationObject: Base64Url(50_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
)
const Assertion = credentialWith(
  Type.Object({
    clientDataJSON: Base64Url(10_000),
    authenticatorData: Base64Url(10_000),
    signature: Base64Url(10_000),
    userHandle: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  }),
)
const Options = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'JSON for PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON.',
})
const Passkey = Type.Object({
  passkeyId: Type.String(),
  name: nullable(Type.String()),
  backedUp: Type.Boolean({ description: 'Whether the passkey is stored on more than one device.' }),
  createdAt: nullable(Instant),
})

export const passkeyRoutes = tagged(tag, (services: Services): Route[] => [
  ...passkeySignInRoutes(services),
  ...addedPasskeyRoutes(services),
  ...removedPasskeyRoutes(services),
])

const passkeySignInRoutes = ({ signIn }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/auth/sign-in/passkey/options',
    operationId: 'startPasskeySignIn',
    callers: ['public'],
    summary: 'Start a sign-in with a passkey',
    answer: Options,
    async handle({ request, reply }) {
      const path = '/passkey/generate-authenticate-options'
      const options = await signIn.pass(request, reply, { path, method: 'GET', withoutSession: true })
      return { ...(options as object), userVerification: 'required' }
    },
  }),
  route({
    method: 'POST',
    path: '/auth/sign-in/passkey',
    operationId: 'finishPasskeySignIn',
    callers: ['public'],
    summary: 'Finish a sign-in with a passkey',
    body: Closed({ credential: Assertion }),
    answer: Person,
    refuses: ['not_authenticated', 'not_allowed'],
    before: signIn.countTry,
    async handle({ request, reply, body }) {
      return signIn.finish(request, reply, {
        path: '/passkey/verify-authentication',
        body: { response: withExtensions(body.credential) },
        way: 'passkey',
      })
    },
  }),
]

function addedPasskeyRoutes(services: Services): Route[] {
  const { db, signIn } = services
  return [
    route({
      method: 'GET',
      path: '/auth/passkeys',
      operationId: 'listPasskeys',
      callers: anyone,
      sessionOnly: true,
      summary: 'List your passkeys',
      answer: Type.Object({ passkeys: Type.Array(Passkey) }),
      handle: async ({ caller }) => ({ passkeys: await listPasskeys(db, caller.userId!) }),
    }),
    route({
      method: 'POST',
      path: '/auth/passkeys/options',
      operationId: 'startAddingPasskey',
      ...ofPerson,
      freshWithinMs: recentPasswordMs,
      summary: 'Start adding a passkey',
      answer: Options,
      refuses: ['wrong_state'],
      async handle({ caller, request, reply }) {
        if ((await listPasskeys(db, caller.userId!)).length >= maxPasskeys) {
          throw new Refusal(
            'wrong_state',
            say('A person can have at most {maxPasskeys} passkeys: remove a passkey first.', { maxPasskeys }),
          )
        }
        const path = '/passkey/generate-register-options'
        return (await signIn.pass(request, reply, { path, method: 'GET' })) as object
      },
    }),
    route({
      method: 'POST',
      path: '/auth/passkeys',
      operationId: 'finishAddingPasskey',
      ...ofPerson,
      freshWithinMs: recentPasswordMs,
      summary: 'Finish adding a passkey',
      body: Closed({ name: Text(100), credential: Registration }),
      status: 201,
      answer: Passkey,
      refuses: ['not_authenticated', 'not_allowed'],
      async handle({ caller, request, reply, body: { name, credential } }) {
        signIn.countTry(request)
        const passed = await signIn.pass(request, reply, {
          path: '/passkey/verify-registration',
          body: { name, response: withExtensions(credential) },
        })
        await recordChange(services, caller.userId!, 'passkey_added')
        const { id: passkeyId, backedUp, createdAt } = passed as { id: string; backedUp: boolean; createdAt: string }
        return { passkeyId, name, backedUp, createdAt }
      },
    }),
  ]
}

function removedPasskeyRoutes(services: Services): Route[] {
  const { db } = services
  return [
    route({
      method: 'DELETE',
      path: '/auth/passkeys/:passkeyId',
      operationId: 'removePasskey',
      ...ofPerson,
      summary: 'Remove one of your passkeys',
      answer: Nothing,
      async handle({ caller, params: { passkeyId } }) {
        if (!(await deletePasskey(db, caller.userId!, passkeyId)))
          throw new Refusal('not_found', say('The passkey does not exist.'))
        await recordChange(services, caller.userId!, 'passkey_removed')
      },
    }),
  ]
}

/** The library requires a field that some browsers leave out. */
const withExtensions = (credential: object) => ({ clientExtensionResults: {}, ...credential })
