// The settings of the installation, which owners of the staff make in the browser, as they are sent and answered. No
// answer has a secret.

import { type Static, Type } from 'typebox'
import { maxEmailLength } from '../../accounts/accounts.ts'
import type { InstallationGroup } from '../../config/installationSettings.ts'
import { Closed, HttpUrl, nullable, oneOf, Text } from './common.ts'

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
  isStored: Type.Boolean({ description: 'Also true where the environment wins over what is stored.' }),
  variables: Type.Array(Type.String()),
}

export const InstallationState = Type.Object(
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
export const installationBodies = {
  mail: Closed({
    ...mailServer,
    password: Type.Optional(Text(1000, { description: kept })),
    from: Text(maxEmailLength, { format: 'email' }),
  }),
  address: Closed({ url: WebOrigin }),
  payment: Closed({
    gateway: oneOf(['simulated', 'stripe']),
    secretKey: Type.Optional(StripeKey),
    webhookSecret: Type.Optional(StripeSecret),
  }),
  storage: Closed({ ...bucket, secretAccessKey: Type.Optional(Text(1000, { description: kept })) }),
}
type Bodies = { [Group in InstallationGroup]: Static<(typeof installationBodies)[Group]> }
export type WantedInstallation = { [Group in InstallationGroup]: { group: Group } & Bodies[Group] }[InstallationGroup]

export type Installation = {
  read(): Promise<InstallationState>
  /** Tries the settings first. Refuses with `wrong_state`, which says what does not work. */
  save(wanted: WantedInstallation, actor: string): Promise<void>
  remove(group: InstallationGroup, actor: string): Promise<void>
}
