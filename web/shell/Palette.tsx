// The command palette: goes to a screen, or does something, by a few letters of its name. Loaded when first opened.

import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { type LucideIcon, Search } from 'lucide-react'
import { useEffect } from 'react'
import classes from './Frame.module.css'

type Screen = { name: string; to: string; icon: LucideIcon; letter?: string; outside?: true }
export type Command = { name: string; icon: LucideIcon; about?: string; run: () => void }
type Props = { groups: { items: Screen[] }[]; commands: Command[] }

export const openPalette = spotlight.open

export function Palette({ groups, commands }: Props) {
  const navigate = useNavigate()
  useEffect(openPalette, [])
  const actions: SpotlightActionGroupData[] = [
    {
      group: 'Go to',
      actions: groups
        .flatMap(group => group.items)
        .map(({ name, to, icon: Icon, letter, outside }) => ({
          id: to,
          label: name,
          leftSection: <Icon size={16} />,
          rightSection: letter ? <span className={classes.letter}>{`G ${letter.toUpperCase()}`}</span> : null,
          onClick: () => (outside ? window.open(to, '_blank', 'noopener') : void navigate({ to: to as never })),
        })),
    },
    {
      group: 'Actions',
      actions: commands.map(({ name, about, icon: Icon, run }) => ({
        id: name,
        label: name,
        description: about,
        leftSection: <Icon size={16} />,
        onClick: run,
      })),
    },
  ]
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      nothingFound="No results"
      highlightQuery
      searchProps={{
        placeholder: 'Go to a screen or do something',
        leftSection: <Search size={16} />,
        'aria-label': 'Search commands',
      }}
    />
  )
}
