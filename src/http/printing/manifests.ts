// The manifests of a press desk, for the driver who collects its parcels.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import { findManifestFile, listManifests, type Manifest, manifestStatuses } from '../../carriers/manifestStore.ts'
import { type ManifestDesk, makeManifests } from '../../features/printing/manifests.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { Closed, Instant, nullable, oneOf, Pdf } from '../objects/common.ts'
import { type Route, route, tagged } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'
import { pressDesksOf, pressTag } from './job.ts'

const ManifestObject = Type.Object(
  {
    manifestId: Type.String(),
    printer: Type.String(),
    carrier: Type.String(),
    parcels: Type.Integer(),
    status: oneOf(manifestStatuses, {
      description:
        '`requested`: the carrier has not answered yet, and is asked again for a day. `failed`: it refused; `problem` says why. The parcels are tried again without those that the carrier names, or in two halves, and may be on the next manifest.',
    }),
    problem: nullable(Type.String({ description: "The carrier's words about its last refusal." })),
    requestedAt: Instant,
  },
  { $id: 'Manifest' },
)

export const pressManifestRoutes = tagged(pressTag, ({ db, fulfillment, labelDeps }: Services): Route[] => {
  const desksOf = pressDesksOf(fulfillment)
  return [
    route({
      method: 'GET',
      path: '/press/manifests',
      operationId: 'listManifests',
      summary: 'List the manifests of your parcels, newest first',
      query: Closed({ limit: StaffLimit, cursor: Cursor('^man_[0-9A-Za-z]{22,60}$') }),
      answer: Type.Object({ manifests: Type.Array(ManifestObject), nextCursor: NextCursor }),
      async handle({ caller, query: { limit, cursor = null } }) {
        const found = await listManifests(db, desksOf(caller), { before: cursor, limit: limit + 1 })
        const { page, nextCursor } = pageOf(found, limit, ({ manifestId }) => manifestId)
        return { manifests: page.map(manifestJson), nextCursor }
      },
    }),
    route({
      method: 'POST',
      path: '/press/manifests',
      operationId: 'makeManifests',
      summary: 'Make the manifests of the parcels that have shipped',
      description:
        'At the end of the day: one manifest for each printer, carrier and sender, with the shipped parcels whose labels were bought on this day of the time zone of `cutOff`, and that are on no manifest. Carriers list no older labels. Each parcel is on one manifest. The carrier is asked after the answer: read the list until none is `requested`.',
      body: Closed({}),
      answer: Type.Object({
        manifests: Type.Array(ManifestObject),
        olderParcels: Type.Integer({
          description: 'Parcels of the last three days that are on no manifest because their labels are older.',
        }),
      }),
      refuses: ['wrong_state'],
      async handle({ caller }) {
        const names = desksOf(caller)
        const desks: ManifestDesk[] = fulfillment.printerConfig.printers.filter(({ name }) => names.includes(name))
        const { manifests, olderParcels } = await makeManifests(labelDeps, desks, caller.actor)
        return { manifests: manifests.map(manifestJson), olderParcels }
      },
    }),
    route({
      method: 'GET',
      path: '/press/manifests/:manifestId/file',
      operationId: 'downloadManifest',
      summary: 'Download a manifest',
      answerType: 'application/pdf',
      answer: Pdf,
      refuses: ['not_found'],
      async handle({ caller, params: { manifestId }, reply }) {
        const bytes = await findManifestFile(db, desksOf(caller), manifestId)
        if (bytes === undefined)
          throw new Refusal('not_found', say('There is no manifest {manifestId} with a file.', { manifestId }))
        return sendFile(reply, `manifest-${manifestId}.pdf`, bytes)
      },
    }),
  ]
})

const manifestJson = ({ provider: _, requestedBy: __, retryOf: ___, ...manifest }: Manifest) => manifest
