// The command palette: finds orders and other records by what people remember of them, and a screen or an action by a
// few letters of its name. Loaded when first opened.

import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type LucideIcon, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import classes from './Frame.module.css'

type Screen = { name: string; to: string; icon: LucideIcon; shortcut?: string; isExternal?: true }
export type Command = { name: string; icon: LucideIcon; about?: string; run: () => void }
/** A record that was found. The letters of the search are marked in its name. */
export type Hit = { name: string; about: string; to: string; tab?: string; icon: LucideIcon }
export type HitGroup = { title: string; hits: Hit[] }
/** Searches the records of an area. */
export type FindRecords = (text: string, signal: AbortSignal) => Promise<HitGroup[]>
type Props = { groups: { items: Screen[] }[]; commands: Command[]; find: FindRecords | undefined }

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

  const screens: SpotlightActionGroupData = {
    group: 'Go to',
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
  const acts: SpotlightActionGroupData = {
    group: 'Actions',
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
      actions: hits.map(({ name, about, to, tab, icon: Icon }) => ({
        id: `${to} ${name}`,
        label: name,
        description: about,
        leftSection: <Icon size={16} />,
        onClick: () => void navigate({ to, search: tab === undefined ? {} : { tab } }),
      })),
    }))
  const isWaiting = find !== undefined && query.trim() !== '' && (text !== query.trim() || found.isFetching)

  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      actions={[screens, acts, ...records]}
      // The service has chosen the records already, by more than their names. They come last, because they come later:
      // what Enter chooses must not change while somebody types.
      filter={typed => [...[screens, acts].map(named(typed)).filter(({ actions }) => actions.length > 0), ...records]}
      shortcut={null}
      nothingFound={isWaiting ? 'Searching…' : found.error ? 'The search couldn’t be completed' : 'No results'}
      highlightQuery
      scrollable
      maxHeight="min(32rem, 70vh)"
      searchProps={{
        placeholder: find === undefined ? 'Search pages and actions' : 'Search orders, pages and actions',
        leftSection: <Search size={16} />,
        'aria-label': find === undefined ? 'Search pages and actions' : 'Search orders, pages and actions',
      }}
    />
  )
}

const named =
  (typed: string) =>
  ({ group, actions }: SpotlightActionGroupData): SpotlightActionGroupData => ({
    group,
    actions: actions.filter(({ label, description }: SpotlightActionData) =>
      `${label} ${description ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase()),
    ),
  })
