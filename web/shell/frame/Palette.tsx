// The command palette: finds orders and other records by any part that people remember, and a screen or an action by a
// few letters of its name. Loaded when first opened.

import { useDebouncedValue } from '@mantine/hooks'
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  useSpotlight,
} from '@mantine/spotlight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Copy, CornerDownLeft, Ellipsis, type LucideIcon, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { searchable } from '../../../src/base/text/searchable.ts'
import { showFailure, showToast } from '../../components/feedback/toast.ts'
import { download } from '../../components/forms/download.ts'
import { t } from '../../language.ts'
import classes from './Frame.module.css'

type Screen = { name: string; to: string; icon: LucideIcon; shortcut?: string; isExternal?: true }
export type Command = { name: string; icon: LucideIcon; about?: string; run: () => void }
/** A record that was found. The letters of the search are marked in its name. */
export type Hit = {
  name: string
  about: string
  to: string
  search?: Record<string, string>
  /** `to` is a file, which is downloaded. */
  isFile?: true
  icon: LucideIcon
  /** Its identifier, to be copied; a hit without one can only be opened. */
  id?: { label: string; value: string }
  /** The acts that are possible with it now. */
  acts?: () => Promise<Command[]>
}
export type HitGroup = { title: string; hits: Hit[] }
/** Searches the records of an area. */
export type FindRecords = (text: string, signal: AbortSignal) => Promise<HitGroup[]>
type Props = { groups: { items: Screen[] }[]; commands: Command[]; find: FindRecords | undefined }

const [store, spotlight] = createSpotlight()

export const openPalette = spotlight.open

/** Long enough that typing a word is one search. */
const typingMs = 150

export function Palette({ groups, commands, find }: Props) {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [text] = useDebouncedValue(query.trim(), typingMs)
  const isSearched = find !== undefined && text !== ''
  const found = useQuery({
    queryKey: ['find', text],
    queryFn: ({ signal }) => find!(text, signal),
    enabled: isSearched,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  useEffect(openPalette, [])
  /** The hit whose acts are shown. */
  const [chosen, setChosen] = useState<Hit | null>(null)
  const acts = useQuery({
    queryKey: ['find', 'acts', chosen?.to],
    queryFn: () => chosen!.acts!(),
    enabled: chosen?.acts !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const [next, setNext] = useState<Command | null>(null)
  useFirstSelected(chosen)
  const open = ({ to, search = {}, isFile }: Hit) => void (isFile ? download(to) : navigate({ to, search }))

  const screens: SpotlightActionGroupData = {
    group: t('Go to'),
    actions: groups
      .flatMap(group => group.items)
      .map(({ name, to, icon: Icon, shortcut, isExternal }) => ({
        id: to,
        label: name,
        leftSection: <Icon size={16} />,
        rightSection: shortcut ? <span className={classes.letter}>{`G ${shortcut.toUpperCase()}`}</span> : null,
        onClick: () => (isExternal ? window.open(to, '_blank', 'noopener') : void navigate({ to })),
      })),
  }
  const actions: SpotlightActionGroupData = {
    group: t('Actions'),
    actions: commands.map(({ name, about, icon: Icon, run }) => ({
      id: name,
      label: name,
      description: about,
      leftSection: <Icon size={16} />,
      onClick: run,
    })),
  }
  const records: SpotlightActionGroupData[] = (isSearched ? (found.data ?? []) : [])
    .filter(({ hits }) => hits.length > 0)
    .map(({ title, hits }) => ({
      group: title,
      actions: hits.map(hit => ({
        id: `${hit.to} ${hit.name}`,
        label: hit.name,
        description: hit.about,
        leftSection: <hit.icon size={16} />,
        rightSection: hit.id === undefined ? null : <MoreActs open={() => setChosen(hit)} />,
        'data-hit': hit.id === undefined ? undefined : hit.to,
        onClick: () => open(hit),
      })),
    }))
  const hits = found.data?.flatMap(group => group.hits) ?? []
  const actsOfHit = (hit: Hit): SpotlightActionGroupData => ({
    group: t('Actions'),
    actions: [
      { name: t('Open [[verb]]'), about: hit.name, icon: CornerDownLeft, run: () => open(hit) },
      ...(hit.id === undefined ? [] : [{ name: hit.id.label, icon: Copy, run: () => void copy(hit.id!.value) }]),
      ...(acts.data ?? []),
    ]
      .map(
        (act: Command): SpotlightActionData => ({
          id: act.name,
          label: act.name,
          description: act.about,
          leftSection: <act.icon size={16} />,
          onClick: () => setNext(act),
        }),
      )
      .concat({
        id: 'back',
        label: t('Back to the results'),
        leftSection: <ArrowLeft size={16} />,
        closeSpotlightOnTrigger: false,
        onClick: () => setChosen(null),
      }),
  })
  /** With the arrow keys to the acts of the selected hit and back, where they do not move the caret. */
  function changeLevel(event: KeyboardEvent<HTMLInputElement>) {
    const { selectionStart, value } = event.currentTarget
    if (chosen !== null && (event.key === 'ArrowLeft' || event.key === 'Escape')) {
      event.preventDefault()
      event.stopPropagation()
      setChosen(null)
    } else if (chosen === null && event.key === 'ArrowRight' && selectionStart === value.length) {
      const to = document.querySelector('[data-action][data-selected]')?.getAttribute('data-hit')
      const hit = hits.find(one => one.id !== undefined && one.to === to)
      if (hit !== undefined) setChosen(hit)
    }
  }
  const isWaiting = find !== undefined && query.trim() !== '' && (text !== query.trim() || found.isFetching)

  return (
    <Spotlight
      query={query}
      store={store}
      onQueryChange={typed => {
        setQuery(typed)
        setChosen(null)
      }}
      actions={[screens, actions, ...records]}
      closeOnEscape={chosen === null}
      // An act that shows a dialog keeps the focus there.
      returnFocus={next === null}
      onExitTransitionEnd={() => {
        setChosen(null)
        setNext(null)
        next?.run()
      }}
      // The service has chosen the records already, by more than their names. They come last, because they come later:
      // the choice of Enter must not change while a person types.
      filter={typed =>
        chosen === null
          ? [...[screens, actions].map(named(typed)).filter(group => group.actions.length > 0), ...records]
          : [actsOfHit(chosen)]
      }
      shortcut={null}
      nothingFound={isWaiting ? t('Searching…') : found.error ? t('The search couldn’t be completed') : t('No results')}
      highlightQuery={chosen === null}
      scrollable
      centered={false} // otherwise its field moves with the number of results
      yOffset="12vh"
      maxHeight="min(32rem, 70vh)"
      searchProps={{
        placeholder: find === undefined ? t('Search pages and actions') : t('Search orders, pages and actions'),
        leftSection: <Search size={16} />,
        onKeyDown: changeLevel,
        'aria-label': find === undefined ? t('Search pages and actions') : t('Search orders, pages and actions'),
      }}
    />
  )
}

/** Beside a hit, for the mouse and the finger; the keyboard has the arrow. */
const MoreActs = ({ open }: { open: () => void }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: a button within the button of the hit would not be valid
  // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow key does the same
  <span
    className={classes.more}
    title={t('More actions (→)')}
    onClick={event => {
      event.stopPropagation()
      open()
    }}
  >
    <Ellipsis size={16} />
  </span>
)

/** Selects the first entry of another level. */
function useFirstSelected(level: Hit | null): void {
  const { listId } = useSpotlight(store)
  const shown = useRef(level)
  useEffect(() => {
    if (shown.current === level) return
    shown.current = level
    const list = document.getElementById(listId)
    list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.setState({ ...store.getState(), selected: 0 })
  }, [level, listId])
}

async function copy(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
    showToast(t('{value} copied', { value }))
  } catch {
    showFailure(t('Nothing was copied'))(new Error())
  }
}

const named =
  (typed: string) =>
  ({ group, actions }: SpotlightActionGroupData): SpotlightActionGroupData => ({
    group,
    actions: actions.filter(({ label, description }: SpotlightActionData) =>
      searchable(`${label} ${description ?? ''}`).includes(searchable(typed)),
    ),
  })
