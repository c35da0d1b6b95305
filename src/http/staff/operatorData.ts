// The operator's data: its versions, the draft that the staff edit together, what a change would do, and publishing.

import { type Static, Type } from 'typebox'
import { namesOfActors } from '../../accounts/accountQueries.ts'
import { type Clock, instant } from '../../base/clock.ts'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import { OperatorDataError } from '../../base/schemaCheck.ts'
import { defaultBrand, parseBrand } from '../../brand/brand.ts'
import { type CleanLogo, cleanLogo, isLogo } from '../../brand/logo.ts'
import { contrastToWhite, legibleAccent, paletteOf } from '../../brand/palette.ts'
import { emptyCatalog } from '../../catalog/catalog.ts'
import { noPriceLists } from '../../catalog/priceLists.ts'
import type { Db } from '../../db/db.ts'
import type { OperatorVersion } from '../../orders/core/operatorData.ts'
import type { OperatorContent } from '../../orders/operatorData/content.ts'
import { changedLists, contentDifferences, priceDifferences } from '../../orders/operatorData/differences.ts'
import {
  discardSharedDraft,
  type PlacedMistake,
  placeMistake,
  publishDraft,
  publishingMistakes,
  readEditableDraft,
  saveSharedDraft,
} from '../../orders/operatorData/draft.ts'
import { changedBooks, readTouched, sampleBaskets } from '../../orders/operatorData/effects.ts'
import type { VersionRegister } from '../../orders/operatorData/operatorVersions.ts'
import { type PublishDeps, publishVersion } from '../../orders/operatorData/publishVersion.ts'
import { type RepricingCursor, repricedDays, repricePortion } from '../../orders/operatorData/repricing.ts'
import { differenceSentence, wordDifference } from '../../orders/operatorData/wording.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../paging.ts'
import { moneyPasswordMs, type Route, route } from '../route.ts'
import { Dollars, Instant, LongText, nullable, oneOf } from '../schemas.ts'

export type OperatorDataParts = PublishDeps & {
  db: Db
  clock: Clock
  /** The sample that comes with Octavo. */
  readSample(): Promise<OperatorContent>
}

const tag = 'Staff'
const maxShownChanges = 5
const maxDifferences = 1000
const maxPrices = 1000

const Version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })
const BasedOn = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: '0 before the first version.' })
const VersionPath = Type.Object({ version: Version })
const Part = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
export const Content = Type.Object(
  {
    catalog: Part,
    shipping: Part,
    holidays: Part,
    tax: Part,
    priceLists: Type.Optional(Part),
    brand: Type.Optional(Part),
  },
  {
    $id: 'OperatorContent',
    description:
      'The contents of catalog.json, shipping.json, holidays.json, tax.json and, if there are any, priceLists.json and brand.json, with the logos in it.',
  },
)
const versionFields = {
  version: Type.Integer(),
  state: oneOf(['scheduled', 'in_effect', 'past'], {
    description: 'in_effect: new orders are accepted by this version. Open orders keep the version of their creation.',
  }),
  author: Type.String({ description: 'The name of a person, the label of a key, or a part of the system.' }),
  reason: nullable(Type.String()),
  createdAt: Instant,
  effectiveAt: Instant,
}
const VersionObject = Type.Object(versionFields, { $id: 'OperatorVersion' })
const ListedVersion = Type.Object({
  ...versionFields,
  changed: Type.Integer({ description: 'The number of values that differ from the version before.' }),
  changes: Type.Array(Type.String(), { description: 'The first of these differences, in words.' }),
})
const Mistake = Type.Object({
  part: nullable(oneOf(['catalog', 'shipping', 'holidays', 'tax', 'priceLists', 'brand'])),
  path: Type.String({ description: 'A JSON Pointer into the part.' }),
  text: Type.String(),
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
    savedBy: nullable(Type.String({ description: 'Null while there is no draft: the content is the newest version.' })),
    savedAt: nullable(Instant),
    changed: Type.Integer({ description: 'The number of values that differ from the newest version.' }),
    mistakes: Type.Array(Mistake, { description: 'Everything that prevents publishing.' }),
    content: Content,
  },
  { $id: 'OperatorDraft' },
)
const Revision = Type.Integer({ minimum: 0, maximum: 2_000_000_000, description: 'The revision that you have read.' })
const publication = {
  reason: LongText(1000, { minLength: 1, description: 'Why, for the list of versions and the audit log.' }),
  effectiveAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'By default as soon as possible, which is 5 seconds from now.' }),
  ),
}
const Compared = Type.Object(
  {
    draft: Type.Optional(Revision),
    version: Type.Optional(Version),
    before: Type.Optional(Version),
  },
  { additionalProperties: false },
)
const ListCode = nullable(Type.String({ description: 'The code of a price list; null for the catalog prices.' }))
const PriceOrNull = nullable(Type.Number({ description: 'US dollars; null if it cannot be ordered.' }))

const Difference = Type.Object({
  before: Type.Integer({
    description: 'The version that is compared with, by default the version in effect; 0 before the first version.',
  }),
  mistakes: Type.Array(Mistake, { description: 'Everything that prevents publishing.' }),
  changed: Type.Integer(),
  changes: Type.Array(
    Type.Object({
      part: Type.String({ description: 'The name of the file that has the value.' }),
      path: Type.String(),
      subject: nullable(Type.String({ description: 'The book, price list, zone or day.' })),
      field: Type.String(),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
    }),
    { description: `At most ${maxDifferences}.` },
  ),
  prices: Type.Array(
    Type.Object({
      manufacturingSku: Type.String(),
      pageCount: Type.Integer(),
      copies: Type.Integer(),
      priceList: ListCode,
      before: PriceOrNull,
      after: PriceOrNull,
    }),
    {
      description: `Prices of a copy that differ, for the fewest and the most pages and for each discount, by the catalog and by the price lists that differ; at most ${maxPrices}.`,
    },
  ),
  baskets: Type.Array(
    Type.Object({
      manufacturingSku: Type.String(),
      pageCount: Type.Integer(),
      copies: Type.Integer(),
      country: Type.String(),
      state: nullable(Type.String()),
      shippingClassification: Type.String(),
      priceList: ListCode,
      before: PriceOrNull,
      after: PriceOrNull,
    }),
    {
      description:
        'What sample orders of one book cost in all, with shipping and taxes, by the catalog and by price lists, whatever their days.',
    },
  ),
  books: Type.Array(
    Type.Object({
      manufacturingSku: Type.String(),
      name: Type.String(),
      change: oneOf(['added', 'changed', 'retired', 'removed']),
      products: Type.Integer(),
      accounts: Type.Integer(),
      openOrders: Type.Integer(),
      queuedOrders: Type.Integer(),
    }),
    { description: 'The books that differ, with the products and open production orders that have them.' },
  ),
  openOrders: Type.Integer({
    description: 'Production orders that are not over, with those in the queue. They all keep their terms.',
  }),
  queuedOrders: Type.Integer(),
  capped: Type.Boolean({ description: 'True if there are more open orders than were counted.' }),
})

const sumFields = { before: Dollars, after: Dollars }
const Repricing = Type.Object({
  days: Type.Integer(),
  orders: Type.Integer({ description: 'The orders of this portion that both versions can price.' }),
  notSold: Type.Integer({ description: 'Orders of this portion that a version would not sell; left out of the sums.' }),
  ...sumFields,
  byBook: Type.Array(
    Type.Object({ manufacturingSku: Type.String(), copies: Type.Integer(), ...sumFields }, { title: 'RepricedBook' }),
  ),
  byCustomer: Type.Array(
    Type.Object(
      { accountId: Type.String(), accountName: Type.String(), orders: Type.Integer(), ...sumFields },
      { title: 'RepricedCustomer' },
    ),
  ),
  nextCursor: NextCursor,
})

const Color = Type.String({ description: 'Such as #234672.' })
const ColorPair = Type.Object({ light: Color, dark: Color }, { title: 'ColorPair' })
const BrandCheck = Type.Object({
  mistakes: Type.Array(Type.Object({ path: Type.String(), text: Type.String() }, { title: 'BrandMistake' })),
  contrast: nullable(Type.Number({ description: 'Of white text on the accent: 4.5 or more is legible.' })),
  legibleAccent: nullable(Type.String({ description: 'The accent, or its first darker shade that is legible.' })),
  palette: nullable(
    Type.Object(
      {
        shades: Type.Array(Color, { description: 'Ten, from light to dark.' }),
        text: ColorPair,
        pale: ColorPair,
      },
      { title: 'BrandPalette', description: 'The colors of the legible accent.' },
    ),
  ),
  logo: Type.Object({ light: nullable(Type.String()), dark: nullable(Type.String()) }, { title: 'BrandLogos' }),
  removed: Type.Array(Type.String(), {
    description: 'What an SVG had and may not have: elements such as `<use>`, and attributes.',
  }),
})

async function checkBrand(brand: Record<string, unknown>): Promise<Static<typeof BrandCheck>> {
  const { accent, logo } = brand as { accent?: unknown; logo?: Record<string, unknown> }
  const color = accent === undefined ? defaultBrand.accent : isColor(accent) ? accent.toLowerCase() : null
  const [light, dark] = await Promise.all(['light', 'dark'].map(scheme => checkLogo(logo?.[scheme])))
  const logoMistakes = Object.entries({ light, dark }).flatMap(([scheme, checked]) =>
    checked !== null && checked !== undefined && 'mistake' in checked
      ? [{ path: `/logo/${scheme}`, text: checked.mistake }]
      : [],
  )
  return {
    mistakes: [...mistakesOf(() => parseBrand(brand)), ...logoMistakes],
    contrast: color === null ? null : contrastToWhite(color),
    legibleAccent: color === null ? null : legibleAccent(color),
    palette: color === null ? null : paletteOf(legibleAccent(color)),
    logo: { light: cleanedOf(light), dark: cleanedOf(dark) },
    removed: [...new Set([light, dark].flatMap(one => (one && 'removed' in one ? one.removed : [])))],
  }
}

const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

const checkLogo = async (dataUrl: unknown): Promise<CleanLogo | null> => (isLogo(dataUrl) ? cleanLogo(dataUrl) : null)

const cleanedOf = (logo: CleanLogo | null | undefined) => (logo && 'dataUrl' in logo ? logo.dataUrl : null)

function mistakesOf(parse: () => unknown): { path: string; text: string }[] {
  try {
    parse()
    return []
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    return error.mistakes.map(mistake => {
      const { path, text } = placeMistake(`brand.json ${mistake}`)
      return { path, text }
    })
  }
}

export function operatorDataRoutes(parts: OperatorDataParts): Route[] {
  const { db, clock, operatorVersions } = parts
  const presentVersions = presenterOf(parts)
  const presentDraft = async (): Promise<Static<typeof Draft>> => {
    const { revision, basedOn, content, saved } = await readEditableDraft(parts)
    const newest = operatorVersions.newest()
    const published = operatorVersions.contentOf(newest)!
    const names = saved === null ? null : await namesOfActors(db, [saved.author], null)
    return {
      revision,
      basedOn,
      newest,
      savedBy: saved === null ? null : names!.get(saved.author)!,
      savedAt: saved?.updatedAt ?? null,
      changed: contentDifferences(published, content).length,
      mistakes: (await publishingMistakes(parts, content, clock())).map(placeMistake),
      content: content as Static<typeof Content>,
    }
  }

  return [
    route({
      method: 'GET',
      path: '/staff/operator-data/versions',
      operationId: 'listOperatorVersions',
      callers: ['staff'],
      tag,
      summary: "List the versions of the operator's data, newest first",
      query: Type.Object({ limit: StaffLimit, cursor: Cursor('^[0-9]{1,9}$') }, { additionalProperties: false }),
      answer: Type.Object({ versions: Type.Array(ListedVersion), nextCursor: NextCursor }),
      refuses: ['malformed_request'],
      async handle({ query: { limit, cursor } }) {
        await operatorVersions.refresh()
        const older = operatorVersions.list().filter(({ version }) => cursor === undefined || version < Number(cursor))
        const { page, nextCursor } = pageOf(older, limit, ({ version }) => String(version))
        const presented = await presentVersions(page)
        return {
          versions: presented.map(version => ({ ...version, ...changesOf(operatorVersions, version) })),
          nextCursor,
        }
      },
    }),
    route({
      method: 'GET',
      path: '/staff/operator-data/versions/:version',
      operationId: 'getOperatorVersion',
      callers: ['staff'],
      tag,
      summary: "Read a version of the operator's data",
      params: VersionPath,
      answer: Type.Object({ ...VersionObject.properties, content: Content }),
      refuses: ['not_found'],
      async handle({ params: { version } }) {
        await operatorVersions.refresh()
        const content = requireContent(operatorVersions, version)
        const [presented] = await presentVersions(operatorVersions.list().filter(one => one.version === version))
        return { ...presented!, content: content as Static<typeof Content> }
      },
    }),
    route({
      method: 'POST',
      path: '/staff/operator-data/versions/:version/publish',
      operationId: 'republishOperatorVersion',
      callers: ['staff'],
      needs: 'catalog',
      freshWithinMs: moneyPasswordMs,
      tag,
      summary: "Roll back: publish an older version of the operator's data as the next version",
      params: VersionPath,
      body: Type.Object({ basedOn: Version, ...publication }, { additionalProperties: false }),
      status: 201,
      answer: VersionObject,
      refuses: ['malformed_request', 'not_found', 'wrong_state', 'operator_data_invalid'],
      async handle({ caller: { actor }, params, body: { basedOn, reason, effectiveAt } }) {
        await operatorVersions.refresh()
        const content = requireContent(operatorVersions, params.version)
        const published = await refuseMistakes(() =>
          publishVersion(
            parts,
            { content, basedOn, reason, effectiveAt: instantOf(effectiveAt) },
            { now: clock(), actor },
          ),
        )
        const [presented] = await presentVersions([published])
        return presented!
      },
    }),
    route({
      method: 'GET',
      path: '/staff/operator-data/sample',
      operationId: 'getSampleOperatorData',
      callers: ['staff'],
      tag,
      summary: "Read the sample of the operator's data that comes with Octavo",
      description: 'To begin a draft with. Its books are plausible; its prices, address and taxes are not yours.',
      answer: Content,
      handle: async () => (await parts.readSample()) as Static<typeof Content>,
    }),
    route({
      method: 'POST',
      path: '/staff/operator-data/brand/check',
      operationId: 'checkBrand',
      callers: ['staff'],
      // It only answers what it is asked.
      needs: null,
      tag,
      summary: 'Check a brand, and read the colors that follow from it',
      description:
        'Changes nothing. The answer has the logos as they may be published: a PNG is encoded again, and an SVG keeps only what draws.',
      body: Type.Object({ brand: Part }, { additionalProperties: false }),
      answer: BrandCheck,
      refuses: ['malformed_request'],
      handle: ({ body: { brand } }) => checkBrand(brand),
    }),
    route({
      method: 'GET',
      path: '/staff/operator-data/draft',
      operationId: 'getOperatorDraft',
      callers: ['staff'],
      tag,
      summary: "Read the shared draft of the operator's data",
      description: 'Without a draft, the newest version, from which the next draft begins.',
      answer: Draft,
      handle: presentDraft,
    }),
    route({
      method: 'PUT',
      path: '/staff/operator-data/draft',
      operationId: 'saveOperatorDraft',
      callers: ['staff'],
      needs: 'catalog',
      tag,
      summary: "Save the shared draft of the operator's data",
      description:
        'A draft may have mistakes; they only prevent its publication. If somebody else has changed the draft since ' +
        '`revision`, nothing is saved, and `errors` of the answer name what differs between the stored draft and yours.',
      body: Type.Object({ revision: Revision, basedOn: BasedOn, content: Content }, { additionalProperties: false }),
      answer: Draft,
      refuses: ['malformed_request', 'not_found', 'draft_changed'],
      async handle({ caller: { actor }, body }) {
        await saveSharedDraft(parts, body, { now: clock(), actor })
        return presentDraft()
      },
    }),
    route({
      method: 'POST',
      path: '/staff/operator-data/draft/discard',
      operationId: 'discardOperatorDraft',
      callers: ['staff'],
      needs: 'catalog',
      tag,
      summary: "Discard the shared draft of the operator's data",
      body: Type.Object({ revision: Revision }, { additionalProperties: false }),
      answer: Draft,
      refuses: ['malformed_request', 'wrong_state', 'draft_changed'],
      async handle({ caller: { actor }, body: { revision } }) {
        await discardSharedDraft(parts, revision, { now: clock(), actor })
        return presentDraft()
      },
    }),
    route({
      method: 'POST',
      path: '/staff/operator-data/draft/publish',
      operationId: 'publishOperatorDraft',
      callers: ['staff'],
      needs: 'catalog',
      freshWithinMs: moneyPasswordMs,
      tag,
      summary: "Publish the shared draft as the next version of the operator's data",
      body: Type.Object({ revision: Revision, ...publication }, { additionalProperties: false }),
      status: 201,
      answer: VersionObject,
      refuses: ['malformed_request', 'wrong_state', 'draft_changed', 'operator_data_invalid'],
      async handle({ caller: { actor }, body: { revision, reason, effectiveAt } }) {
        const published = await refuseMistakes(() =>
          publishDraft(parts, { revision, reason, effectiveAt: instantOf(effectiveAt) }, { now: clock(), actor }),
        )
        const [presented] = await presentVersions([published])
        return presented!
      },
    }),
    route({
      method: 'GET',
      path: '/staff/operator-data/difference',
      operationId: 'compareOperatorData',
      callers: ['staff'],
      tag,
      summary: 'Compare the shared draft or a version with the version in effect',
      description:
        'Send either the revision of the draft that you have read, or a version. Without mistakes, the answer has the prices too.',
      query: Compared,
      answer: Difference,
      refuses: ['malformed_request', 'not_found', 'wrong_state', 'draft_changed'],
      handle: ({ query }) => compare(parts, query),
    }),
    route({
      method: 'GET',
      path: '/staff/operator-data/repricing',
      operationId: 'repriceRecentOrders',
      callers: ['staff'],
      tag,
      summary: `Compare what the production orders of the last ${repricedDays} days would cost`,
      description:
        'By the version in effect (or `before`) and by the draft or a version, as new orders with the price list that the account is on now, with taxes by the table. A price list that has ended does not count; one that begins later does. In portions: add them up until `nextCursor` is null. Accounts whose prices the printer sets are left out.',
      query: Type.Object(
        { ...Compared.properties, cursor: Cursor('^[0-9A-Za-z_]{1,64} ord_[0-9a-z]{22}$') },
        { additionalProperties: false },
      ),
      answer: Repricing,
      refuses: ['malformed_request', 'not_found', 'wrong_state', 'draft_changed', 'operator_data_invalid'],
      handle: ({ query: { cursor, ...compared } }) => reprice(parts, compared, cursorOf(cursor)),
    }),
  ]
}

const instantOf = (text: string | undefined): Date | null => (text === undefined ? null : instant(text))

function cursorOf(text: string | undefined): RepricingCursor | null {
  if (text === undefined) return null
  const [accountId, orderId] = text.split(' ')
  return { accountId: accountId!, orderId: orderId! }
}

const presenterOf =
  ({ db, clock, operatorVersions }: OperatorDataParts) =>
  async (versions: Omit<ReturnType<VersionRegister['list']>[number], 'content'>[]) => {
    const names = await namesOfActors(
      db,
      versions.map(({ author }) => author),
      null,
    )
    const inEffect = operatorVersions.inEffect(clock())?.version ?? 0
    return versions.map(({ version, author, reason, createdAt, effectiveAt }) => ({
      version,
      state: stateOf(version, inEffect),
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

function changesOf(versions: VersionRegister, { version }: { version: number }) {
  const before = version === 1 ? null : versions.contentOf(version - 1)
  const differences = before === null ? [] : contentDifferences(before, versions.contentOf(version)!)
  return {
    changed: differences.length,
    changes: differences.slice(0, maxShownChanges).map(one => differenceSentence(wordDifference(one))),
  }
}

const requireContent = (versions: VersionRegister, version: number): OperatorContent =>
  versions.contentOf(version) ?? refuseVersion(version)

const requireVersion = (versions: VersionRegister, version: number): OperatorVersion =>
  versions.find(version) ?? refuseVersion(version)

function refuseVersion(version: number): never {
  throw new Refusal('not_found', `There is no version ${version} of the operator's data.`)
}

/** Mistakes of the operator's data as problems of the request. */
async function refuseMistakes<Answer>(act: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    const problems = error.mistakes.map(placeMistake).map(problemOf)
    throw new Refusal(
      'operator_data_invalid',
      `The operator's data cannot be published: ${error.mistakes[0]}`,
      problems,
    )
  }
}

const problemOf = ({ part, path, text }: PlacedMistake): Problem => ({
  pointer: part === null ? '' : `/${part}${path}`,
  code: 'operator_data_invalid',
  detail: text,
})

/** The content that a query names: the draft of the given revision, or a version. */
async function comparedContent(
  parts: OperatorDataParts,
  { draft, version }: Static<typeof Compared>,
): Promise<OperatorContent> {
  const { operatorVersions } = parts
  if ((draft === undefined) === (version === undefined)) {
    throw new Refusal('malformed_request', 'Send either draft or version.', [
      { pointer: '?version', code: 'malformed_request', detail: 'either draft or version is expected' },
    ])
  }
  if (version !== undefined) return requireContent(operatorVersions, version)
  const { revision, content } = await readEditableDraft(parts)
  if (revision !== draft) throw new Refusal('draft_changed', 'The draft was changed meanwhile. Look at it again.')
  return content
}

async function compare(parts: OperatorDataParts, query: Static<typeof Compared>): Promise<Static<typeof Difference>> {
  const { db, clock, operatorVersions } = parts
  const now = clock()
  await operatorVersions.refresh()
  const content = await comparedContent(parts, query)
  const number = query.before ?? operatorVersions.inEffect(now)?.version ?? 0
  const differences = contentDifferences(requireContent(operatorVersions, number), content)
  const mistakes = query.version === undefined ? await publishingMistakes(parts, content, now) : []
  const answer = {
    before: number,
    mistakes: mistakes.map(placeMistake),
    changed: differences.length,
    changes: differences
      .slice(0, maxDifferences)
      .map(wordDifference)
      .map(({ file, ...worded }) => ({ part: file, ...worded })),
  }
  const before = number === 0 ? null : requireVersion(operatorVersions, number)
  const after = readable(operatorVersions, content, now)
  if (after === null)
    return { ...answer, prices: [], baskets: [], books: [], openOrders: 0, queuedOrders: 0, capped: false }
  const { catalog: catalogBefore } = before ?? nothingSold
  const changed = changedBooks(catalogBefore, after.catalog).map(({ book }) => book.manufacturingSku)
  const lists = changedLists(differences)
  const { books, orders } = await readTouched(db, catalogBefore, after.catalog)
  const presentPrices = <Row extends { beforeCents: number | null; afterCents: number | null }>({
    beforeCents,
    afterCents,
    ...row
  }: Row) => ({ ...row, before: dollarsOrNull(beforeCents), after: dollarsOrNull(afterCents) })
  return {
    ...answer,
    prices: priceDifferences(before ?? nothingSold, after, lists)
      .slice(0, maxPrices)
      .map(presentPrices),
    baskets: sampleBaskets(before, after, { books: new Set(changed), lists }).map(presentPrices),
    books,
    ...orders,
  }
}

const nothingSold = { catalog: emptyCatalog, priceLists: noPriceLists }

/** Null when the content has mistakes. */
function readable(versions: VersionRegister, content: OperatorContent, now: Date) {
  try {
    return versions.prepare(content, now)
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    return null
  }
}

async function reprice(
  parts: OperatorDataParts,
  query: Static<typeof Compared>,
  cursor: RepricingCursor | null,
): Promise<Static<typeof Repricing>> {
  const { db, clock, operatorVersions } = parts
  const now = clock()
  await operatorVersions.refresh()
  const content = await comparedContent(parts, query)
  const number = query.before ?? operatorVersions.inEffect(now)?.version ?? 0
  const after = await refuseMistakes(() => operatorVersions.prepare(content, now))
  // Before the first version there are no orders to compare.
  const before = number === 0 ? after : requireVersion(operatorVersions, number)
  const portion = await repricePortion(db, { before, after }, cursor, now)
  const sums = ({ beforeCents, afterCents }: { beforeCents: number; afterCents: number }) => ({
    before: dollars(beforeCents),
    after: dollars(afterCents),
  })
  return {
    days: repricedDays,
    orders: portion.orders,
    notSold: portion.notSold,
    ...sums(portion),
    byBook: portion.byBook.map(book => ({
      manufacturingSku: book.manufacturingSku,
      copies: book.copies,
      ...sums(book),
    })),
    byCustomer: portion.byAccount.map(({ accountId, name, orders, ...account }) => ({
      accountId,
      accountName: name,
      orders,
      ...sums(account),
    })),
    nextCursor: portion.next === null ? null : `${portion.next.accountId} ${portion.next.orderId}`,
  }
}
