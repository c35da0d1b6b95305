// The mail server, the public address, the payment provider and the storage of the installation, which owners of the
// staff set in the browser. Secrets are accepted and never answered.

import { type Static, Type } from 'typebox'
import { type InstallationGroup, installationGroupNames } from '../../config/installationSettings.ts'
import { Closed, HttpUrl, Nothing, nullable, oneOf, Text } from '../objects/common.ts'
import { Email } from '../people/signIn.ts'
import { type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const securities = ['tls', 'starttls', 'none'] as const
const mailServer = {
  host: Type.String({ pattern: '^[\\w.:-]{1,253}$', 'x-expected': 'a host name or an IP address' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: oneOf(securities, { description: '`none` uses TLS if the server offers it.' }),
  user: nullable(Text(200)),
}
const bucket = {
  bucket: Text(255),
  endpoint: nullable({ ...HttpUrl, description: "Null: Amazon's own." }),
  region: Text(60),
  accessKeyId: nullable({ ...Text(200), description: 'Null: the credentials of the machine.' }),
}
/** `variables` names what the environment sets; then nothing can be set here. */
const from = {
  setBy: oneOf(['environment', 'console', 'nobody'], { description: '`environment` wins.' }),
  variables: Type.Array(Type.String()),
}

const InstallationState = Type.Object(
  {
    isInEffect: Type.Boolean({ description: 'False for the few seconds in which the service starts again.' }),
    isKeyBesideData: Type.Boolean({
      description: 'Whether the key that seals these settings is in the data folder, because SECRET_KEY is not set.',
    }),
    mail: Type.Object({ ...from, from: Type.String(), server: nullable(Type.Object(mailServer)) }),
    address: Type.Object({ ...from, url: nullable(Type.String()) }),
    payment: Type.Object({
      ...from,
      gateway: oneOf(['none', 'simulated', 'stripe']),
      keyOf: nullable(oneOf(['test', 'live'])),
    }),
    storage: Type.Object({
      ...from,
      hasFiles: Type.Boolean({ description: 'Then the storage cannot be changed here.' }),
      bucket: nullable(Type.Object(bucket, { description: 'Null: a folder of the server.' })),
    }),
  },
  { title: 'Installation' },
)
export type InstallationState = Static<typeof InstallationState>

const kept = 'Stays if it is not sent and the server and the user are the same.'
const StripeKey = Type.String({
  pattern: '^[sr]k_(test|live)_\\w{1,250}$',
  'x-expected': 'a key that begins with sk_test_, sk_live_, rk_test_ or rk_live_',
})
const StripeSecret = Type.String({
  pattern: '^whsec_[\\w+/=]{1,250}$',
  'x-expected': 'a secret that begins with whsec_',
})
const WebOrigin = Type.String({
  pattern: '^https?://[^/?#@\\s]{1,255}$',
  'x-expected': 'http:// or https:// and a host, without a path',
})
const bodies = {
  mail: Closed({ ...mailServer, password: Type.Optional(Text(1000, { description: kept })), from: Email }),
  address: Closed({ url: WebOrigin }),
  payment: Closed({
    gateway: oneOf(['simulated', 'stripe']),
    secretKey: Type.Optional(StripeKey),
    webhookSecret: Type.Optional(StripeSecret),
  }),
  storage: Closed({ ...bucket, secretAccessKey: Type.Optional(Text(1000, { description: kept })) }),
}
type Bodies = { [Group in InstallationGroup]: Static<(typeof bodies)[Group]> }
export type WantedInstallation = { [Group in InstallationGroup]: { group: Group } & Bodies[Group] }[InstallationGroup]

export type Installation = {
  read(): Promise<InstallationState>
  /** Tries the settings first. Refuses with `wrong_state`, which says what does not work. */
  save(wanted: WantedInstallation, actor: string): Promise<void>
  remove(group: InstallationGroup, actor: string): Promise<void>
}

const tries: Record<InstallationGroup, string> = {
  mail: 'Octavo connects and signs in first.',
  address: 'Octavo calls itself at this address first. Browsers can then sign in at this address only.',
  payment: 'For Stripe, Octavo reads the movements of the last minute first.',
  storage: 'Octavo writes, reads and deletes a file first.',
}
const titles: Record<InstallationGroup, [id: string, words: string]> = {
  mail: ['MailServer', 'the mail server'],
  address: ['PublicAddress', 'the public address'],
  payment: ['PaymentProvider', 'the payment provider'],
  storage: ['Storage', 'the storage of print files'],
}
const restarts = 'The service then starts again by itself, which takes a few seconds.'

export const installationRoutes = tagged('Staff', ({ installation }: Services): Route[] => {
  const ownersOnly = { needs: 'installation', sessionOnly: true, freshWithinMs: recentPasswordMs } as const
  const save = async (wanted: WantedInstallation, actor: string) => {
    await installation.save(wanted, actor)
    return installation.read()
  }
  const settingOf = (group: InstallationGroup) => ({
    ...ownersOnly,
    method: 'PUT' as const,
    operationId: `save${titles[group][0]}`,
    summary: `Set ${titles[group][1]}`,
    description: `${tries[group]} ${restarts}`,
    answer: InstallationState,
    refuses: ['wrong_state' as const],
  })
  return [
    route({
      method: 'GET',
      path: '/staff/installation',
      operationId: 'getInstallation',
      needs: 'installation',
      sessionOnly: true,
      summary: 'Read the settings of the installation, without secrets',
      answer: InstallationState,
      handle: () => installation.read(),
    }),
    route({
      ...settingOf('mail'),
      path: '/staff/installation/mail',
      body: bodies.mail,
      handle: ({ caller: { actor }, body }) => save({ group: 'mail', ...body }, actor),
    }),
    route({
      ...settingOf('address'),
      path: '/staff/installation/address',
      body: bodies.address,
      handle: ({ caller: { actor }, body }) => save({ group: 'address', ...body }, actor),
    }),
    route({
      ...settingOf('payment'),
      path: '/staff/installation/payment',
      body: bodies.payment,
      handle: ({ caller: { actor }, body }) => save({ group: 'payment', ...body }, actor),
    }),
    route({
      ...settingOf('storage'),
      path: '/staff/installation/storage',
      body: bodies.storage,
      handle: ({ caller: { actor }, body }) => save({ group: 'storage', ...body }, actor),
    }),
    route({
      method: 'DELETE',
      path: '/staff/installation/:group',
      operationId: 'removeInstallationSetting',
      ...ownersOnly,
      summary: 'Remove a setting that was made in the browser',
      description: restarts,
      params: Type.Object({ group: oneOf(installationGroupNames) }),
      answer: Nothing,
      refuses: ['wrong_state'],
      handle: ({ caller: { actor }, params: { group } }) => installation.remove(group, actor),
    }),
  ]
})
