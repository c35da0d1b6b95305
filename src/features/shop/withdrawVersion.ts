// A version that is scheduled can be withdrawn, with every later one. The numbers stay: the version before it is
// published again as the next one, for the time from which it counts anyway. So the withdrawn versions never take
// effect, and all sales have the prices in effect or of an earlier publication: no second person is needed.

import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import { type PublishDeps, type PublishedVersion, publishVersion } from './publishVersion.ts'

type Scheduled = Pick<PublishedVersion, 'version' | 'effectiveAt'>

/** Whether a later version counts from the same time or an earlier one. */
export const isWithdrawn = (versions: Scheduled[], { version, effectiveAt }: Scheduled): boolean =>
  versions.some(other => other.version > version && other.effectiveAt <= effectiveAt)

/**
 * Refuses like publishVersion, with `not_found` without the version, and with `wrong_state` when it has taken effect,
 * is withdrawn already, or is the first one.
 */
export async function withdrawVersion(
  deps: PublishDeps,
  { version, reason }: { version: number; reason: string },
  by: { now: Date; actor: string },
): Promise<PublishedVersion> {
  const { operatorVersions } = deps
  await operatorVersions.refresh()
  const versions = operatorVersions.list()
  const withdraws = versions.find(one => one.version === version)
  if (withdraws === undefined)
    throw new Refusal('not_found', say("There is no version {version} of the operator's data.", { version }))
  if (isWithdrawn(versions, withdraws))
    throw new Refusal('wrong_state', say('Version {version} is already withdrawn.', { version }))
  const before = versions.find(one => one.version < version && !isWithdrawn(versions, one))
  if (before === undefined) throw new Refusal('wrong_state', say('There is no version before the first one.'))
  const content = (await operatorVersions.contentOf(before.version))!
  const publication = { content, basedOn: operatorVersions.newest(), reason, effectiveAt: before.effectiveAt }
  return publishVersion(deps, { ...publication, withdraws }, by)
}
