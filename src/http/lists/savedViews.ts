// Saved views of the lists of the three areas. People save them with a session: a program has no use for them.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { may, roles } from '../../accounts/people/roles.ts'
import { deleteView, listViews, saveView, type ViewSpace } from '../../accounts/people/savedViews.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import { Closed, Nothing, oneOf, Text } from '../objects/common.ts'
import { type Caller, type Route, route } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { listsWithViewsOf } from './lists.ts'

type ViewCaller = Extract<Caller, { kind: 'member' | 'staff' | 'printer' }>

const areas = [
  {
    kind: 'member',
    path: '/dashboard/api/views',
    of: 'InDashboard',
    tag: 'Dashboard: orders',
  },
  {
    kind: 'staff',
    path: '/staff/views',
    of: 'OfStaff',
    tag: 'Staff',
  },
  { kind: 'printer', path: '/press/views', of: 'OfPress', tag: 'Press' },
] as const

const View = Type.Object(
  {
    viewId: Type.String(),
    name: Type.String(),
    shared: Type.Boolean({ description: 'Seen by all people of the account, the staff, or the printer.' }),
    mine: Type.Boolean(),
    mayDelete: Type.Boolean(),
    by: Type.String({ description: 'The name of the person who saved it.' }),
    query: Type.String({ description: 'The filters, as the query of the address of the list.' }),
  },
  { title: 'SavedView' },
)

function ownerOf(caller: ViewCaller): Omit<ViewSpace, 'list'> {
  // These routes take sessions only.
  const userId = caller.userId!
  if (caller.kind === 'member') return { owner: caller.accountId, userId }
  if (caller.kind === 'staff') return { owner: 'staff', userId }
  return { owner: caller.printer === null ? 'press' : `press:${caller.printer}`, userId }
}

/**
 * An owner of an account, the staff and the printers tidy up what colleagues shared. People who may only read change
 * nothing that others see.
 */
function deletableBy(caller: ViewCaller): 'own' | 'own or shared' {
  if (caller.kind === 'member') return may(caller.role, 'team') ? 'own or shared' : 'own'
  return mayShare(caller) ? 'own or shared' : 'own'
}

function mayShare(caller: ViewCaller): boolean {
  if (caller.kind === 'printer') return true
  return caller.kind === 'staff' ? caller.permissions.length > 0 : roles[caller.role].may.length > 0
}

export const savedViewRoutes = (services: Services): Route[] =>
  areas.flatMap(area => [listRoute(services, area), saveRoute(services, area), deleteRoute(services, area)])

const listRoute = (services: Services, { kind, path, of, tag }: (typeof areas)[number]): Route =>
  route({
    method: 'GET',
    path,
    operationId: `listViews${of}`,
    callers: [kind],
    sessionOnly: true,
    tag,
    summary: 'List your saved views of a list, and those that others share',
    query: Closed({ list: oneOf(listsWithViewsOf(kind)) }),
    answer: Type.Object({ views: Type.Array(View) }),
    async handle({ caller, query: { list } }) {
      const views = await listViews(services.db, { ...ownerOf(caller), list })
      const which = deletableBy(caller)
      return { views: views.map(view => ({ ...view, mayDelete: view.mine || which === 'own or shared' })) }
    },
  })

const saveRoute = (services: Services, { kind, path, of, tag }: (typeof areas)[number]): Route =>
  route({
    method: 'POST',
    path,
    operationId: `saveView${of}`,
    callers: [kind],
    needs: null,
    sessionOnly: true,
    tag,
    summary: 'Save a view of a list under a name',
    description: 'Your view of this name is replaced. A role that only reads shares no views.',
    body: Closed({
      list: oneOf(listsWithViewsOf(kind)),
      name: Text(60),
      shared: Type.Boolean({ default: false }),
      query: Type.String({ maxLength: 2000, pattern: '^[\\x21-\\x7e]*$', 'x-expected': 'the query of an address' }),
    }),
    answer: Type.Object({ viewId: Type.String() }),
    refuses: ['wrong_state'],
    async handle({ caller, body: { list, ...view } }) {
      if (view.shared && !mayShare(caller)) {
        throw new Refusal('not_allowed', say('Your role only reads: save the view for yourself.'))
      }
      // Search texts are personal data, which is not kept in places that an erasure does not reach.
      if (new URLSearchParams(view.query).has('search')) {
        const detail = say('got a query with `search`; a view has no search text')
        throw malformedField('/query', 'wrong_format', detail)
      }
      return { viewId: await saveView(services, { ...ownerOf(caller), list }, view) }
    },
  })

const deleteRoute = (services: Services, { kind, path, of, tag }: (typeof areas)[number]): Route =>
  route({
    method: 'DELETE',
    path: `${path}/:viewId`,
    operationId: `deleteView${of}`,
    callers: [kind],
    needs: null,
    sessionOnly: true,
    tag,
    summary: 'Delete a saved view',
    description: 'Your own, or a shared one if you manage the team of the account.',
    answer: Nothing,
    refuses: ['not_found'],
    handle: ({ caller, params: { viewId } }) =>
      deleteView(services.db, { ...ownerOf(caller), viewId, which: deletableBy(caller) }),
  })
