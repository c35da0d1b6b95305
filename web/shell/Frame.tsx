// The frame around every screen of an area: navigation on the left (in a drawer on a phone), the command palette, and
// the keyboard. `/` goes to the search field of a screen, Ctrl or Cmd K opens the palette, `g` and a letter go to a
// screen, `?` lists the shortcuts.

import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  NavLink,
  ScrollArea,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import {
  ArrowUpRight,
  ChevronsUpDown,
  CircleUser,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Search,
  Sun,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { isAnotherPerson, isSignedOut } from '../api.ts'
import { useOnline } from '../components/online.ts'
import { PageFailure, PageFrame, PageSkeleton, RowsSkeleton } from '../components/Page.tsx'
import { failed } from '../components/toast.ts'
import classes from './Frame.module.css'
import { useKeptFocus } from './keptFocus.ts'
import type { Command } from './Palette.tsx'
import { useOnePerson, useSession, useSignOut } from './session.ts'

/** `outside` is a page of the service that is not part of this application. */
type NavItem = { name: string; to: string; icon: LucideIcon; letter?: string; badge?: ReactNode; outside?: true }
export type NavGroup = { title: string | null; items: NavItem[] }

type Props = {
  product: string
  /** Whose part of it this is, where it has parts. */
  of?: string | null
  groups: NavGroup[]
  /** Where people manage their own sign-in. */
  you: string
  commands?: Command[]
  /** A bar above everything, 32 px high. */
  bar?: ReactNode
  /** At the top of the navigation. */
  above?: ReactNode
}

const SecondFactor = lazy(() => import('./SecondFactor.tsx').then(({ SecondFactor }) => ({ default: SecondFactor })))

const Shortcuts = lazy(() => import('./Shortcuts.tsx').then(({ Shortcuts }) => ({ default: Shortcuts })))

const barPx = 32

/** Everybody belongs to one of the three areas, and one session serves all. */
const desks = {
  customer: { at: '/dashboard', name: 'the dashboard' },
  staff: { at: '/staff', name: 'the staff console' },
  printer: { at: '/press', name: 'the press desk' },
} as const

function Elsewhere({ at, name }: (typeof desks)[keyof typeof desks]) {
  const signOut = useSignOut()
  return (
    <PageFrame title="You are signed in to another area" about={`Your sign-in is for ${name}.`}>
      <Group gap="xs">
        <Button component="a" href={at}>
          Go to {name}
        </Button>
        <Button variant="default" onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </Group>
    </PageFrame>
  )
}

export function Frame({ product, of, groups, you, commands = [], bar, above }: Props) {
  const session = useSession()
  const [isOpen, { toggle, close }] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const { pathname } = useLocation()
  const { basepath } = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has gone somewhere is done with the drawer
  useEffect(close, [pathname])
  const palette = usePalette()
  useLetters(groups, { openHelp: help.open, openPalette: palette.open })
  const isOnline = useOnline()
  useOnePerson()
  useKeptFocus()
  if (session.isPending || isSignedOut(session.error) || isAnotherPerson(session.error)) return <PageSkeleton />
  if (session.isLoadingError) return <PageFailure error={session.error} retry={() => session.refetch()} />

  const desk = desks[session.data.kind]
  if (basepath !== desk.at) return <Elsewhere {...desk} />

  if (session.data.mustEnrol) {
    return (
      <PageFrame title="Set up a second factor" about="Your sign-in requires one before anything else.">
        <Suspense fallback={<RowsSkeleton rows={2} />}>
          <SecondFactor done={() => void session.refetch()} />
        </Suspense>
      </PageFrame>
    )
  }

  return (
    <AppShell
      layout="default"
      header={{ height: { base: (bar ? barPx : 0) + 52, md: bar ? barPx : 0 } }}
      navbar={{ width: 236, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      transitionDuration={0}
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header withBorder={false} component="header">
        {bar ? <div style={{ height: barPx }}>{bar}</div> : null}
        <Group hiddenFrom="md" h={52} px="md" justify="space-between" className={classes.top}>
          <Group gap="sm">
            <Burger opened={isOpen} onClick={toggle} size="sm" aria-label="Navigation" aria-expanded={isOpen} />
            <Brand product={product} of={of} />
          </Group>
          <ActionIcon size="lg" onClick={palette.open} aria-label="Search and commands">
            <Search size={18} />
          </ActionIcon>
        </Group>
      </AppShell.Header>

      <AppShell.Navbar className={classes.navbar} aria-label="Screens" component="nav">
        <Stack gap="sm" p="sm" pb="xs">
          <Box visibleFrom="md" px={8} pt={6}>
            <Brand product={product} of={of} />
          </Box>
          {above}
          <UnstyledButton className={classes.search} onClick={palette.open} visibleFrom="md">
            <Search size={15} aria-hidden />
            <span>Search or jump to</span>
            <Kbd size="xs">{isApple ? '⌘' : 'Ctrl'} K</Kbd>
          </UnstyledButton>
        </Stack>
        <ScrollArea className={classes.links} type="auto" px="sm">
          {groups.map(({ title, items }) => (
            <Box key={title ?? ''} mb="sm">
              {title ? (
                <Text size="xs" c="dimmed" fw={500} px={8} py={4}>
                  {title}
                </Text>
              ) : null}
              {items.map(item => (
                <NavEntry key={item.to} {...item} isHere={pathname === item.to || pathname.startsWith(`${item.to}/`)} />
              ))}
            </Box>
          ))}
        </ScrollArea>
        <Box p="sm" className={classes.person}>
          <PersonMenu name={session.data.name} email={session.data.email} you={you} openHelp={help.open} />
        </Box>
      </AppShell.Navbar>

      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <div role="status">
          {isOnline ? null : <p className={classes.offline}>You are offline. What you see may be outdated.</p>}
        </div>
        <Outlet />
      </AppShell.Main>
      {palette.Palette === null ? null : (
        <palette.Palette
          groups={groups}
          commands={[...commands, { name: 'Keyboard shortcuts', icon: Keyboard, run: help.open }]}
        />
      )}
      {isHelpOpen ? (
        <Suspense>
          <Shortcuts shortcuts={shortcutsOf(groups)} close={help.close} />
        </Suspense>
      ) : null}
    </AppShell>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

const paletteKeys = [isApple ? '⌘' : 'Ctrl', 'K']

const shortcutsOf = (groups: NavGroup[]) => [
  { keys: paletteKeys, does: 'Search and commands' },
  { keys: ['/'], does: 'Go to the search field of a screen' },
  ...groups
    .flatMap(group => group.items)
    .flatMap(({ name, letter }) => (letter ? [{ keys: ['G', letter.toUpperCase()], does: `Go to ${name}` }] : [])),
  { keys: ['?'], does: 'Show this list' },
]

const NavEntry = ({ name, to, icon: Icon, letter, badge, outside, isHere }: NavItem & { isHere: boolean }) => (
  <NavLink
    className={classes.link}
    label={name}
    leftSection={<Icon size={16} aria-hidden />}
    rightSection={
      badge ??
      (letter ? <span className={classes.letter} aria-hidden>{`G ${letter.toUpperCase()}`}</span> : null) ??
      (outside ? <ArrowUpRight size={14} aria-hidden /> : null)
    }
    active={isHere}
    aria-current={isHere ? 'page' : undefined}
    renderRoot={props =>
      outside ? <a {...props} href={to} target="_blank" rel="noopener" /> : <Link {...props} to={to as never} />
    }
  />
)

const Brand = ({ product, of }: Pick<Props, 'product' | 'of'>) => (
  <Group gap={8} wrap="nowrap">
    <svg viewBox="0 0 32 32" width={22} height={22} aria-hidden="true" className={classes.mark}>
      <rect width="32" height="32" rx="7" className={classes.logo} />
      <path
        d="M8 9.5c3.2-1 5.8-.6 8 1.2 2.2-1.8 4.8-2.2 8-1.200v13c-3.2-1-5.8-.6-8 1.2-2.2-1.8-4.8-2.2-8-1.200z M16 10.7v13"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
    <div className={classes.brand}>
      <Text fw={600} size="md">
        {product}
      </Text>
      {of ? (
        <Text size="xs" c="dimmed" truncate>
          {of}
        </Text>
      ) : null}
    </div>
  </Group>
)

type PersonProps = { name: string; email: string; you: string; openHelp: () => void }

function PersonMenu({ name, email, you, openHelp }: PersonProps) {
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = [
    { value: 'light', label: 'Light', icon: Sun },
    { value: 'dark', label: 'Dark', icon: Moon },
    { value: 'auto', label: 'Same as system', icon: Monitor },
  ] as const
  return (
    <Menu width={220} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.personButton}>
          <div className={classes.personText}>
            <Text size="sm" fw={500} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {email}
            </Text>
            <VisuallyHidden>Your sign-in, appearance, sign out</VisuallyHidden>
          </div>
          <ChevronsUpDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={15} />}
            onClick={() => setColorScheme(value)}
            rightSection={colorScheme === value ? '✓' : null}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<CircleUser size={15} />} renderRoot={props => <Link {...props} to={you as never} />}>
          Your sign-in
        </Menu.Item>
        <Menu.Item leftSection={<Keyboard size={15} />} onClick={openHelp} rightSection={<Kbd size="xs">?</Kbd>}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={15} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const chordMs = 1500

type PaletteModule = typeof import('./Palette.tsx')

/** The palette, null until it is first opened. */
function usePalette(): { Palette: PaletteModule['Palette'] | null; open: () => void } {
  const [loaded, setLoaded] = useState<PaletteModule | null>(null)
  const open = useCallback(() => {
    if (loaded === null) import('./Palette.tsx').then(setLoaded, failed('The search could not be loaded'))
    else loaded.openPalette()
  }, [loaded])
  return { Palette: loaded?.Palette ?? null, open }
}

type Doors = { openHelp: () => void; openPalette: () => void }

/** Handles Ctrl or Cmd K, and `g o`, `/` and `?`, unless somebody is typing. */
function useLetters(groups: NavGroup[], { openHelp, openPalette }: Doors): void {
  const navigate = useNavigate()
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        openPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('input[data-search]')
        if (field !== null) {
          event.preventDefault()
          field.focus()
        }
        return
      }
      if (event.key === '?') {
        openHelp()
        return
      }
      if (event.key === 'g') {
        wentAt = event.timeStamp
        return
      }
      const item = groups.flatMap(group => group.items).find(({ letter }) => letter === event.key)
      const isChord = event.timeStamp - wentAt < chordMs
      wentAt = Number.NEGATIVE_INFINITY
      if (item !== undefined && isChord) {
        event.preventDefault()
        void navigate({ to: item.to as never })
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [groups, navigate, openHelp, openPalette])
}
