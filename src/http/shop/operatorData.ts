// The operator's data: its versions, the draft that the staff edit together, and publishing.

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import type { Language } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import { namesOfActors } from '../../accounts/accountQueries.ts'
import { Refusal } from '../../base/refusal.ts'
import { adviceOf, type DataMistake } from '../../base/schemaCheck.ts'
import { writeJson } from '../../base/text/largeJson.ts'
import type { OperatorContent } from '../../features/shop/content.ts'
import { contentDifferences, type Difference } from '../../features/shop/differences.ts'
import {
  discardSharedDraft,
  maxListed,
  placeMistake,
  publishingMistakes,
  readEditableDraft,
  saveSharedDraft,
} from '../../features/shop/draft.ts'
import type { OperatorVersion } from '../../features/shop/operatorData.ts'
import type { VersionRegister } from '../../features/shop/operatorVersions.ts'
import { publishByStaff } from '../../features/shop/publishByStaff.ts'
import { isWithdrawn, withdrawVersion } from '../../features/shop/withdrawVersion.ts'
import { wordDifference, wordPlace } from '../../features/shop/wording.ts'
import type { PublishAct } from '../../features/staff/approvalStore.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { Version } from '../objects/addressParameters.ts'
import { Closed, Instant, LongText, nullable, oneOf, Words } from '../objects/common.ts'
import { ApprovalObject, answerAwaitingApproval, mayAwaitApproval } from '../orders/approvals.ts'
import { answerLanguage } from '../server/pageLanguage.ts'
import { inReadersLanguage } from '../server/readersLanguage.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { BrandCheck, checkBrand } from './brandCheck.ts'
import { refuseMistakes } from './refuseMistakes.ts'

export const tag = 'Staff'
const maxShownChanges = 5
/** 10,000 books like those of the sample have 15 MiB. */
export const maxDraftBytes = 32 * 1024 * 1024

const BasedOn = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: '0 before the first version.' })
export const Part = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
export const Content = Type.Object(
  {
    catalog: Part,
    shipping: Part,
    holidays: Part,
    tax: Part,
    priceLists: Type.Optional(Part),
    brand: Type.Optional(Part),
    texts: Type.Optional(Part),
  },
  {
    $id: 'OperatorContent',
    description:
      'The contents of catalog.json, shipping.json, holidays.json, tax.json and, if there are any, priceLists.json, brand.json, with the logos in it, and texts.json.',
  },
)
const versionFields = {
  version: Type.Integer(),
  state: oneOf(['scheduled', 'in_effect', 'past', 'withdrawn'], {
    description:
      'in_effect: new orders are accepted by this version. Open orders keep the version of their creation. withdrawn: it never took effect.',
  }),
  author: Words({ description: 'The name of a person, the label of a key, or a part of the system.' }),
  reason: nullable(Type.String()),
  createdAt: Instant,
  effectiveAt: Instant,
}
const VersionObject = Type.Object(versionFields, { $id: 'OperatorVersion' })
export const DifferenceInWords = Type.Object({
  part: Type.String({ description: 'The name of the file that has the value.' }),
  path: Type.String(),
  subject: nullable(Type.String({ description: 'The book, price list, zone or day.' })),
  field: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
})
const ListedVersion = Type.Object({
  ...versionFields,
  changed: Type.Integer({ description: 'The number of values that differ from the version before.' }),
  changes: Type.Array(DifferenceInWords, { description: 'The first of these differences, in words.' }),
})
const Mistake = Type.Object({
  part: nullable(oneOf(['catalog', 'shipping', 'holidays', 'tax', 'priceLists', 'brand', 'texts'])),
  path: Type.String({ description: 'A JSON Pointer into the part.' }),
  text: Words(),
  subject: nullable(Type.String({ description: 'The book, price list, zone or day that has the value.' })),
  field: Type.String({ description: 'The value in words.' }),
  advice: Words({ description: 'What a person does about it.' }),
})
export const Mistakes = {
  mistakeCount: Type.Integer({ description: 'The number of mistakes, which prevent publishing.' }),
  mistakes: Type.Array(Mistake, { description: `The first of these mistakes, at most ${maxListed}.` }),
}
export const presentMistakes = (
  mistakes: readonly DataMistake[],
  content: OperatorContent,
  language: Language,
): Static<TObject<typeof Mistakes>> => ({
  mistakeCount: mistakes.length,
  mistakes: mistakes.slice(0, maxListed).map(mistake => {
    const { part, path, text } = placeMistake(mistake)
    const words = wordPlace(part === null ? null : content[part], path, language)
    return { part, path, text, ...words, advice: adviceOf(mistake) }
  }),
})
const Draft = Type.Object(
  {
    revision: Type.Integer({ description: 'To be sent with the next change of the draft.' }),
    basedOn: Type.Integer({
      description: 'The newest version that its author compared it with; 0 before the first version.',
    }),
    newest: Type.Integer({
      description: 'The newest version. If it is not basedOn, the draft cannot be published until it is saved with it.',
    }),
    savedBy: nullable(Words({ description: 'Null while there is no draft: the content is the newest version.' })),
    savedAt: nullable(Instant),
    changed: Type.Integer({ description: 'The number of values that differ from the newest version.' }),
    ...Mistakes,
    content: Content,
  },
  { $id: 'OperatorDraft' },
)
export const Revision = Type.Integer({
  minimum: 0,
  maximum: 2_000_000_000,
  description: 'The revision that you have read.',
})
const publication = {
  reason: LongText(1000, { minLength: 1, description: 'Why, for the list of versions and the audit log.' }),
  effectiveAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'By default as soon as possible, which is 5 seconds from now.' }),
  ),
}
const mayWait = `${mayAwaitApproval} This applies to a version with prices that are lower than before, and below the cost or more than \`SECOND_PERSON_DISCOUNT\` percent below the published price.`

export const operatorDataRoutes = tagged('Staff', (services: Services): Route[] => [
  ...versionReadRoutes(services),
  ...versionActRoutes(services),
  ...draftReadRoutes(services),
  ...draftActRoutes(services),
])

const versionReadRoutes = (services: Services): Route[] => {
  const { operatorVersions } = services
  const presentVersions = presenterOf(services)

  return [
    route({
      method: 'GET',
      path: '/staff/operator-data/versions',
      operationId: 'listOperatorVersions',
      summary: "List the versions of the operator's data, newest first",
      query: Closed({ limit: StaffLimit, cursor: Cursor('^[0-9]{1,9}$') }),
      answer: Type.Object({ versions: Type.Array(ListedVersion), nextCursor: NextCursor }),
      async handle({ query: { limit, cursor }, request }) {
        await operatorVersions.refresh()
        const language = answerLanguage(request.headers)
        const older = operatorVersions.list().filter(({ version }) => cursor === undefined || version < Number(cursor))
        const { page, nextCursor } = pageOf(older, limit, ({ version }) => String(version))
        const presented = await presentVersions(page)
        const versions: Static<typeof ListedVersion>[] = []
        for (const version of presented)
          versions.push({ ...version, ...(await changesOf(operatorVersions, version, language)) })
        return { versions, nextCursor }
      },
    }),
    route({
      method: 'GET',
      path: '/staff/operator-data/versions/:version',
      operationId: 'getOperatorVersion',
      summary: "Read a version of the operator's data",
      answer: Type.Object({ ...VersionObject.properties, content: Content }),
      async handle({ params: { version }, reply }) {
        await operatorVersions.refresh()
        const content = await requireContent(operatorVersions, version)
        const [presented] = await presentVersions(operatorVersions.list().filter(one => one.version === version))
        return sendLarge(reply, { ...presented!, content })
      },
    }),
  ]
}

const versionActRoutes = (services: Services): Route[] => {
  const { clock } = services
  const presentVersions = presenterOf(services)

  return [
    route({
      method: 'POST',
      path: '/staff/operator-data/versions/:version/publish',
      operationId: 'republishOperatorVersion',
      needs: 'catalog',
      freshWithinMs: moneyPasswordMs,
      summary: "Roll back: publish an older version of the operator's data as the next version",
      description: mayWait,
      body: Closed({ basedOn: Version, ...publication }),
      status: 201,
      answer: VersionObject,
      waits: ApprovalObject,
      refuses: ['wrong_state', 'operator_data_invalid'],
      handle: ({ caller, params: { version }, body: { basedOn, reason, effectiveAt = null }, reply }) =>
        publish(services, { source: { version, basedOn }, reason, effectiveAt }, caller, reply),
    }),
    route({
      method: 'POST',
      path: '/staff/operator-data/versions/:version/withdraw',
      operationId: 'withdrawOperatorVersion',
      needs: 'catalog',
      freshWithinMs: moneyPasswordMs,
      summary: "Withdraw a scheduled version of the operator's data, and every later one",
      description:
        'The version before it is published again as the next version, for the time from which it counts anyway. The withdrawn versions keep their numbers, and never take effect.',
      body: Closed({ reason: publication.reason }),
      status: 201,
      answer: VersionObject,
      refuses: ['wrong_state', 'operator_data_invalid'],
      async handle({ caller: { actor }, params: { version }, body: { reason } }) {
        const by = { now: clock(), actor }
        const published = await refuseMistakes(() => withdrawVersion(services, { version, reason }, by))
        const [presented] = await presentVersions([published])
        return presented!
      },
    }),
  ]
}

const draftReadRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/operator-data/sample',
    operationId: 'getSampleOperatorData',
    summary: "Read the sample of the operator's data that comes with Octavo",
    description: 'To begin a draft with. Its books are plausible; its prices, address and taxes are not yours.',
    answer: Content,
    handle: async () => (await services.readSample()) as Static<typeof Content>,
  }),
  route({
    method: 'POST',
    path: '/staff/operator-data/brand/check',
    operationId: 'checkBrand',
    // It only answers what it is asked.
    needs: null,
    summary: 'Check a brand, and read the colors that follow from it',
    description:
      'Changes nothing. The answer has the logos as they may be published: a PNG is encoded again, and an SVG keeps only what draws.',
    body: Closed({ brand: Part }),
    answer: BrandCheck,
    handle: ({ caller: { actor }, body: { brand } }) => checkBrand(brand, actor),
  }),
  route({
    method: 'GET',
    path: '/staff/operator-data/draft',
    operationId: 'getOperatorDraft',
    summary: "Read the shared draft of the operator's data",
    description: 'Without a draft, the newest version, from which the next draft begins.',
    answer: Draft,
    handle: ({ reply }) => sendDraft(services, reply),
  }),
]

const draftActRoutes = (services: Services): Route[] => {
  const { clock } = services

  return [
    route({
      method: 'PUT',
      path: '/staff/operator-data/draft',
      operationId: 'saveOperatorDraft',
      needs: 'catalog',
      summary: "Save the shared draft of the operator's data",
      description:
        'A draft may have mistakes; they only prevent its publication. If somebody else has changed the draft since ' +
        '`revision`, nothing is saved, and `errors` of the answer name what differs between the stored draft and yours.',
      maxBodyBytes: maxDraftBytes,
      body: Closed({ revision: Revision, basedOn: BasedOn, content: Content }),
      answer: Draft,
      refuses: ['not_found', 'draft_changed'],
      async handle({ caller: { actor }, body, request, reply }) {
        await saveSharedDraft(services, body, { now: clock(), actor, language: answerLanguage(request.headers) })
        return sendDraft(services, reply)
      },
    }),
    route({
      method: 'POST',
      path: '/staff/operator-data/draft/discard',
      operationId: 'discardOperatorDraft',
      needs: 'catalog',
      summary: "Discard the shared draft of the operator's data",
      body: Closed({ revision: Revision }),
      answer: Draft,
      refuses: ['wrong_state', 'draft_changed'],
      async handle({ caller: { actor }, body: { revision }, reply }) {
        await discardSharedDraft(services, revision, { now: clock(), actor })
        return sendDraft(services, reply)
      },
    }),
    route({
      method: 'POST',
      path: '/staff/operator-data/draft/publish',
      operationId: 'publishOperatorDraft',
      needs: 'catalog',
      freshWithinMs: moneyPasswordMs,
      summary: "Publish the shared draft as the next version of the operator's data",
      description: mayWait,
      body: Closed({ revision: Revision, ...publication }),
      status: 201,
      answer: VersionObject,
      waits: ApprovalObject,
      refuses: ['wrong_state', 'draft_changed', 'operator_data_invalid'],
      handle: ({ caller, body: { revision, reason, effectiveAt = null }, reply }) =>
        publish(services, { source: { draftRevision: revision }, reason, effectiveAt }, caller, reply),
    }),
  ]
}

async function publish(
  services: Services,
  act: PublishAct & { reason: string },
  caller: { actor: string },
  reply: FastifyReply,
) {
  const { db, clock, secondPerson } = services
  const by = { now: clock(), actor: caller.actor }
  const { done, approval } = await refuseMistakes(() => publishByStaff(services, act, by, secondPerson))
  if (done === null) return answerAwaitingApproval(reply, db, approval, caller)
  const [presented] = await presenterOf(services)([done])
  return presented!
}

const sendDraft = async (services: Services, reply: FastifyReply) =>
  sendLarge<Static<typeof Draft>>(reply, await presentDraft(services, answerLanguage(reply.request.headers)))

async function presentDraft(services: Services, language: Language): Promise<Static<typeof Draft>> {
  const { db, clock, operatorVersions } = services
  const { revision, basedOn, content, saved } = await readEditableDraft(services)
  const newest = operatorVersions.newest()
  const published = (await operatorVersions.contentOf(newest))!
  const names = saved === null ? null : await namesOfActors(db, [saved.author], null)
  const changed = (await contentDifferences(published, content)).length
  const mistakes = await publishingMistakes(services, content, clock())
  return {
    revision,
    basedOn,
    newest,
    savedBy: saved === null ? null : names!.get(saved.author)!,
    savedAt: saved?.updatedAt ?? null,
    changed,
    ...presentMistakes(mistakes, content, language),
    content: content as Static<typeof Content>,
  }
}

/** Writing the JSON of 10,000 books at once would hold the event loop. The content is nothing that the service says. */
function sendLarge<Answer extends { content: unknown }>(reply: FastifyReply, { content, ...rest }: Answer) {
  const answer = { ...inReadersLanguage(rest, reply.request.headers), content }
  return reply.type('application/json; charset=utf-8').send(Readable.from(writeJson(answer)))
}

const presenterOf =
  ({ db, clock, operatorVersions }: Services) =>
  async (versions: ReturnType<VersionRegister['list']>) => {
    const names = await namesOfActors(
      db,
      versions.map(({ author }) => author),
      null,
    )
    const inEffect = operatorVersions.inEffect(clock())?.version ?? 0
    const all = operatorVersions.list()
    return versions.map(({ version, author, reason, createdAt, effectiveAt }) => ({
      version,
      state: isWithdrawn(all, { version, effectiveAt }) ? ('withdrawn' as const) : stateOf(version, inEffect),
      author: names.get(author)!,
      reason,
      createdAt,
      effectiveAt,
    }))
  }

function stateOf(version: number, inEffect: number): Static<typeof versionFields.state> {
  if (version === inEffect) return 'in_effect'
  return version > inEffect ? 'scheduled' : 'past'
}

/** Differences as answers have them. */
export const differencesInWords = (differences: Difference[], language: Language): Static<typeof DifferenceInWords>[] =>
  differences.map(difference => {
    const { file: part, ...words } = wordDifference(difference, language)
    return { part, ...words }
  })

async function changesOf(versions: VersionRegister, { version }: { version: number }, language: Language) {
  const before = version === 1 ? null : await versions.contentOf(version - 1)
  const differences = before === null ? [] : await contentDifferences(before, (await versions.contentOf(version))!)
  return {
    changed: differences.length,
    changes: differencesInWords(differences.slice(0, maxShownChanges), language),
  }
}

export const requireContent = async (versions: VersionRegister, version: number): Promise<OperatorContent> =>
  (await versions.contentOf(version)) ?? refuseVersion(version)

export const requireVersion = (versions: VersionRegister, version: number): OperatorVersion =>
  versions.find(version) ?? refuseVersion(version)

function refuseVersion(version: number): never {
  throw new Refusal('not_found', say("There is no version {version} of the operator's data.", { version }))
}
