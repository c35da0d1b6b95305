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
  Languages,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Search,
  Sun,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { languageCodes, languages } from '../../../languages/languages.ts'
import { isAnotherPerson, isSignedOut } from '../../api.ts'
import { brand } from '../../brand.ts'
import { useOnline } from '../../components/feedback/online.ts'
import { showFailure } from '../../components/feedback/toast.ts'
import { Logo } from '../../components/layout/Logo.tsx'
import { PageFailure, PageFrame, PageSkeleton, RowsSkeleton } from '../../components/layout/Page.tsx'
import { language, t } from '../../language.ts'
import {
  type SignOutSteps,
  useLanguageChoice,
  usePersonsLanguage,
  useSession,
  useSessionCheck,
  useSignOut,
} from '../session/session.ts'
import classes from './Frame.module.css'
import { useFocusRecovery } from './focusRecovery.ts'
import type { Command, FindRecords } from './Palette.tsx'

/** `isExternal` is a page of the service that is not part of this application. */
type NavItem = { name: string; to: string; icon: LucideIcon; shortcut?: string; badge?: ReactNode; isExternal?: true }
export type NavGroup = { title: string | null; items: NavItem[] }

type Props = {
  /** The word after the name of the brand, such as "press". */
  area?: string
  /** The printer's name, on the press desk. */
  subtitle?: string | null
  groups: NavGroup[]
  /** The screen on which people manage their own sign-in. */
  profilePath: string
  commands?: Command[]
  /** Searches the records of the area. */
  find?: FindRecords
  /** Bars above everything, each 32 px high. */
  bars?: ReactNode[]
  /** At the top of the navigation. */
  above?: ReactNode
  signOutSteps?: SignOutSteps
}

const SecondFactor = lazy(() =>
  import('../session/SecondFactor.tsx').then(({ SecondFactor }) => ({ default: SecondFactor })),
)

const Shortcuts = lazy(() => import('./Shortcuts.tsx').then(({ Shortcuts }) => ({ default: Shortcuts })))

const barPx = 32

/** Everybody belongs to one of the three areas, and one session serves all. */
const areas = {
  customer: {
    at: '/dashboard',
    about: t('Your account gives you access to the dashboard.'),
    goTo: t('Go to the dashboard'),
  },
  staff: {
    at: '/staff',
    about: t('Your account gives you access to the staff console.'),
    goTo: t('Go to the staff console'),
  },
  printer: {
    at: '/press',
    about: t('Your account gives you access to the press desk.'),
    goTo: t('Go to the press desk'),
  },
} as const

function WrongArea({ at, about, goTo }: (typeof areas)[keyof typeof areas]) {
  const signOut = useSignOut()
  return (
    <PageFrame title={t('You’re signed in to a different area')} about={about}>
      <Group gap="xs">
        <Button component="a" href={at}>
          {goTo}
        </Button>
        <Button variant="default" onClick={() => signOut.mutate()}>
          {t('Sign out')}
        </Button>
      </Group>
    </PageFrame>
  )
}

export function Frame({
  area: areaName,
  subtitle,
  groups,
  profilePath,
  commands = [],
  find,
  bars = [],
  above,
  signOutSteps,
}: Props) {
  const session = useSession()
  const [isOpen, { toggle, close }] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const { pathname } = useLocation()
  const { basepath } = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when its user has gone to another page
  useEffect(close, [pathname])
  const palette = usePalette()
  useKeyboardShortcuts(groups, { openHelp: help.open, openPalette: palette.open })
  const isOnline = useOnline()
  useSessionCheck()
  usePersonsLanguage()
  useFocusRecovery()
  if (session.isPending || isSignedOut(session.error) || isAnotherPerson(session.error)) return <PageSkeleton />
  if (session.isLoadingError) return <PageFailure error={session.error} retry={() => session.refetch()} />

  const area = areas[session.data.kind]
  if (basepath !== area.at) return <WrongArea {...area} />

  if (session.data.mustEnrol) {
    return (
      <PageFrame
        title={t('Set up two-factor authentication')}
        about={t('Your account requires it before you can continue.')}
      >
        <Suspense fallback={<RowsSkeleton rows={2} />}>
          <SecondFactor done={() => void session.refetch()} />
        </Suspense>
      </PageFrame>
    )
  }

  return (
    <AppShell
      layout="default"
      header={{ height: { base: bars.length * barPx + 52, md: bars.length * barPx } }}
      navbar={{ width: 236, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      transitionDuration={0}
    >
      <a className="skip" href="#content">
        {t('Skip to content')}
      </a>
      <AppShell.Header withBorder={false} component="header">
        {bars.map((bar, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no state
          <div key={i} style={{ height: barPx }}>
            {bar}
          </div>
        ))}
        <Group hiddenFrom="md" h={52} px="md" justify="space-between" className={classes.top}>
          <Group gap="sm">
            <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={t('Navigation')} aria-expanded={isOpen} />
            <Brand area={areaName} subtitle={subtitle} />
          </Group>
          <ActionIcon size="lg" onClick={palette.open} aria-label={t('Search and commands')}>
            <Search size={18} />
          </ActionIcon>
        </Group>
      </AppShell.Header>

      <AppShell.Navbar className={classes.navbar} aria-label={t('Main')} component="nav">
        <Stack gap="sm" p="sm" pb="xs">
          <Box visibleFrom="md" px={8} pt={6}>
            <Brand area={areaName} subtitle={subtitle} />
          </Box>
          {above}
          <UnstyledButton className={classes.search} onClick={palette.open} visibleFrom="md">
            <Search size={15} aria-hidden />
            <span>{t('Search')}</span>
            <Kbd size="xs">{isApple ? '⌘' : t('Ctrl')} K</Kbd>
          </UnstyledButton>
        </Stack>
        <ScrollArea className={classes.links} type="auto" scrollbarSize={6} px="sm">
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
          <PersonMenu
            name={session.data.name}
            email={session.data.email}
            profilePath={profilePath}
            openHelp={help.open}
            signOutSteps={signOutSteps}
          />
        </Box>
      </AppShell.Navbar>

      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <div role="status">
          {isOnline ? null : <p className={classes.offline}>{t('You’re offline. This page may be out of date.')}</p>}
        </div>
        <Outlet />
      </AppShell.Main>
      {palette.Palette === null ? null : (
        <palette.Palette
          groups={groups}
          find={find}
          commands={[...commands, { name: t('Keyboard shortcuts'), icon: Keyboard, run: help.open }]}
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

const paletteKeys = [isApple ? '⌘' : t('Ctrl'), 'K']

const shortcutsOf = (groups: NavGroup[]) => [
  { keys: paletteKeys, description: t('Search and commands') },
  { keys: ['/'], description: t('Search on this page') },
  ...groups
    .flatMap(group => group.items)
    .flatMap(({ name, shortcut }) =>
      shortcut ? [{ keys: ['G', shortcut.toUpperCase()], description: t('Go to {name}', { name }) }] : [],
    ),
  { keys: ['?'], description: t('Show keyboard shortcuts') },
]

const NavEntry = ({ name, to, icon: Icon, shortcut, badge, isExternal, isHere }: NavItem & { isHere: boolean }) => (
  <NavLink
    className={classes.link}
    label={name}
    leftSection={<Icon size={16} aria-hidden />}
    rightSection={
      badge ??
      (shortcut ? <span className={classes.letter} aria-hidden>{`G ${shortcut.toUpperCase()}`}</span> : null) ??
      (isExternal ? <ArrowUpRight size={14} aria-hidden /> : null)
    }
    active={isHere}
    aria-current={isHere ? 'page' : undefined}
    renderRoot={props =>
      isExternal ? <a {...props} href={to} target="_blank" rel="noopener" /> : <Link {...props} to={to} />
    }
  />
)

/** A wide logo stands for the name. */
function Brand({ area, subtitle }: Pick<Props, 'area' | 'subtitle'>) {
  const product = area === undefined ? brand.name : `${brand.name} ${area}`
  if (brand.logo?.isWide) {
    const below = subtitle ?? area
    return (
      <div className={classes.brand}>
        <Logo height={28} maxWidth={190} alt={product} />
        {below ? (
          <Text size="xs" c="dimmed" truncate tt={subtitle ? undefined : 'capitalize'}>
            {below}
          </Text>
        ) : null}
      </div>
    )
  }
  return (
    <Group gap={8} wrap="nowrap">
      <Logo height={26} maxWidth={46} alt="" />
      <div className={classes.brand}>
        <div className={classes.name}>{product}</div>
        {subtitle ? (
          <Text size="xs" c="dimmed" truncate>
            {subtitle}
          </Text>
        ) : null}
      </div>
    </Group>
  )
}

type PersonProps = {
  name: string
  email: string
  profilePath: string
  openHelp: () => void
  signOutSteps: SignOutSteps | undefined
}

function PersonMenu({ name, email, profilePath, openHelp, signOutSteps }: PersonProps) {
  const signOut = useSignOut(signOutSteps)
  const choose = useLanguageChoice()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = [
    { value: 'light', label: t('Light'), icon: Sun },
    { value: 'dark', label: t('Dark'), icon: Moon },
    { value: 'auto', label: t('System'), icon: Monitor },
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
            <VisuallyHidden>{t('Profile, appearance, language, sign out')}</VisuallyHidden>
          </div>
          <ChevronsUpDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Appearance')}</Menu.Label>
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
        <Menu.Label>{t('Language')}</Menu.Label>
        {languageCodes.map(code => (
          <Menu.Item
            key={code}
            lang={code}
            leftSection={<Languages size={15} />}
            onClick={() => choose.mutate(code)}
            rightSection={language === code ? '✓' : null}
          >
            {languages[code]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<CircleUser size={15} />} renderRoot={props => <Link {...props} to={profilePath} />}>
          {t('Profile')}
        </Menu.Item>
        <Menu.Item leftSection={<Keyboard size={15} />} onClick={openHelp} rightSection={<Kbd size="xs">?</Kbd>}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={15} />} onClick={() => signOut.mutate()}>
          {t('Sign out')}
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
    if (loaded === null) import('./Palette.tsx').then(setLoaded, showFailure(t('Search couldn’t be loaded')))
    else loaded.openPalette()
  }, [loaded])
  return { Palette: loaded?.Palette ?? null, open }
}

type ShortcutActions = { openHelp: () => void; openPalette: () => void }

/** Handles Ctrl or Cmd K, and `g o`, `/` and `?`, unless somebody is typing. */
function useKeyboardShortcuts(groups: NavGroup[], { openHelp, openPalette }: ShortcutActions): void {
  const navigate = useNavigate()
  useEffect(() => {
    let chordStartedAt = Number.NEGATIVE_INFINITY
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
        chordStartedAt = event.timeStamp
        return
      }
      const item = groups.flatMap(group => group.items).find(({ shortcut }) => shortcut === event.key)
      const isChord = event.timeStamp - chordStartedAt < chordMs
      chordStartedAt = Number.NEGATIVE_INFINITY
      if (item !== undefined && isChord) {
        event.preventDefault()
        void navigate({ to: item.to })
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [groups, navigate, openHelp, openPalette])
}
