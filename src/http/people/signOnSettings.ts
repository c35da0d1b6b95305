// The settings of an account's identity provider, without its secret.

import { Type } from 'typebox'
import { nullable } from '../objects/common.ts'
import { RoleName } from './invitations.ts'

export const signOnSettings = {
  issuer: Type.String({ description: 'The address of the provider, exactly as the provider names itself.' }),
  clientId: Type.String({ description: 'The client that the provider has registered for this service.' }),
  scope: Type.String({ description: 'What the provider is asked for, separated by spaces; with `openid`.' }),
  groupsClaim: Type.String({ description: 'The claim in which the provider lists the groups of a person.' }),
  roles: Type.Array(Type.Object({ group: Type.String(), role: RoleName }), {
    description: 'The role of the members of each group. The first group of a person decides; `*` is everyone.',
  }),
  defaultRole: nullable({ ...RoleName, description: 'The role of people in none of the groups; null: refused.' }),
  localSignIn: Type.Boolean({ description: 'Whether members can sign in with passwords and passkeys, too.' }),
}
