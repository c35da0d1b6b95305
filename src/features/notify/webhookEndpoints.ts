// The acts of people and programs on the endpoints of an account. Each endpoint has a secret of its own.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { loggableUrl } from '../../base/log.ts'
import { Refusal } from '../../base/refusal.ts'
import { newWebhookSecret } from '../../base/secrets/ids.ts'
import type { Vault } from '../../base/secrets/vault.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import {
  countForNew,
  deleteEndpoint,
  type Endpoint,
  type EndpointFields,
  insertEndpoint,
  maxEndpoints,
  updateEndpoint,
} from '../../webhooks/endpointStore.ts'
import type { WebhookOwner } from '../../webhooks/outbox.ts'
import { rotateSecret } from '../../webhooks/secretStore.ts'

type ActedBy = { now: Date; actor: string }

/** Refuses with `too_many_endpoints`. */
export async function createEndpoint(
  { transactor, vault }: { transactor: Transactor; vault: Vault },
  owner: WebhookOwner,
  fields: EndpointFields,
  { now, actor }: ActedBy,
): Promise<Endpoint & { secret: string }> {
  const secret = newWebhookSecret()
  const sealedSecret = vault.seal(secret)
  return transact(transactor, { now, actor }, async work => {
    if ((await countForNew(work.tx, owner)) >= maxEndpoints) {
      throw new Refusal(
        'too_many_endpoints',
        say('A mode has at most {maxEndpoints} webhook endpoints: delete one first.', { maxEndpoints }),
      )
    }
    const endpoint = { ...fields, endpointId: work.newId('wep'), createdAt: now, updatedAt: now }
    await insertEndpoint(work.tx, owner, endpoint)
    const secretId = work.newId('whs')
    const { endpointId } = endpoint
    await rotateSecret(work.tx, { ...owner, endpointId, secretId, sealedSecret }, { now })
    await note(work, owner, 'webhook_endpoint_created', endpoint)
    return { ...endpoint, secret }
  })
}

/** Refuses with `not_found`. */
export const changeEndpoint = (
  transactor: Transactor,
  owner: WebhookOwner,
  { endpointId, ...changes }: Partial<EndpointFields> & { endpointId: string },
  { now, actor }: ActedBy,
): Promise<Endpoint> =>
  transact(transactor, { now, actor }, async work => {
    const endpoint = await updateEndpoint(work.tx, owner, { ...changes, endpointId, updatedAt: now })
    if (endpoint === null) throw noSuchEndpoint(endpointId)
    await note(work, owner, 'webhook_endpoint_changed', endpoint)
    return endpoint
  })

/** Webhooks that wait for another attempt are not sent to it any more. Refuses with `not_found`. */
export const removeEndpoint = (
  transactor: Transactor,
  owner: WebhookOwner,
  endpointId: string,
  { now, actor }: ActedBy,
): Promise<void> =>
  transact(transactor, { now, actor }, async work => {
    if (!(await deleteEndpoint(work.tx, owner, { endpointId, now }))) throw noSuchEndpoint(endpointId)
    await note(work, owner, 'webhook_endpoint_deleted', { endpointId })
  })

export const noSuchEndpoint = (endpointId: string) =>
  new Refusal('not_found', say('There is no webhook endpoint {endpointId}.', { endpointId }))

function note(
  { tx, newId, now, actor }: UnitOfWork,
  { accountId, mode }: WebhookOwner,
  action: string,
  { endpointId, url, enabled }: Pick<Endpoint, 'endpointId'> & Partial<Endpoint>,
): Promise<void> {
  const details = { mode, ...(url === undefined ? {} : { url: loggableUrl(url), enabled }) }
  return appendAudit(tx, newId, { at: now, actor, action, accountId, subject: endpointId, details })
}
