// The mail server, the public address, the payment provider and the storage of the installation, which owners of the
// staff set in the browser. Secrets are accepted and never answered.

import { isIPv6 } from 'node:net'
import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { malformedField } from '../../base/refusal.ts'
import { type Rate, tokenBuckets } from '../../base/running/tokenBuckets.ts'
import { type InstallationGroup, installationGroupNames } from '../../config/installationSettings.ts'
import { Nothing, oneOf } from '../objects/common.ts'
import { InstallationState, installationBodies, type WantedInstallation } from '../objects/installation.ts'
import { tooMany } from '../server/rateLimits.ts'
import { type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

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
/** Each try calls a server that the owner names. */
const triesRate: Rate = { perSecond: 1 / 60, burst: 20 }
const restarts = 'The service then starts again by itself, which takes a few seconds.'

const ownersOnly = { needs: 'installation', sessionOnly: true, freshWithinMs: recentPasswordMs } as const
const settingOf = (group: InstallationGroup) => ({
  ...ownersOnly,
  method: 'PUT' as const,
  operationId: `save${titles[group][0]}`,
  summary: `Set ${titles[group][1]}`,
  description: `${tries[group]} ${restarts}`,
  answer: InstallationState,
  refuses: ['wrong_state' as const],
})

export const installationRoutes = tagged('Staff', ({ installation }: Services): Route[] => {
  const tried = tokenBuckets(triesRate)
  const save = async (wanted: WantedInstallation, actor: string) => {
    const left = tried.take(actor)
    if (left < 0) throw tooMany(-left, 'account', triesRate)
    await installation.save(wanted, actor)
    return installation.read()
  }
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
      body: installationBodies.mail,
      handle: ({ caller: { actor }, body }) => {
        requireHost(body.host)
        return save({ group: 'mail', ...body }, actor)
      },
    }),
    route({
      ...settingOf('address'),
      path: '/staff/installation/address',
      body: installationBodies.address,
      handle: ({ caller: { actor }, body }) => save({ group: 'address', ...body }, actor),
    }),
    route({
      ...settingOf('payment'),
      path: '/staff/installation/payment',
      body: installationBodies.payment,
      handle: ({ caller: { actor }, body }) => save({ group: 'payment', ...body }, actor),
    }),
    route({
      ...settingOf('storage'),
      path: '/staff/installation/storage',
      body: installationBodies.storage,
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

/** A colon is part of an IPv6 address only: the port has its own field. */
function requireHost(host: string): void {
  if (!host.includes(':') || isIPv6(host)) return
  const detail = say('{field} must be {expected}, got {got}.', {
    field: '/host',
    expected: say('a host name or an IP address'),
    got: JSON.stringify(host),
  })
  throw malformedField('/host', 'wrong_format', detail)
}
