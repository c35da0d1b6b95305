// The press desk of a printer's people: its screens, an explicit list.

import { Printer } from 'lucide-react'
import { Frame, type NavGroup } from './shell/Frame.tsx'
import { start } from './shell/start.tsx'

const groups: NavGroup[] = [{ title: null, items: [{ name: 'Jobs', to: '/jobs', icon: Printer, letter: 'j' }] }]

start({
  area: 'press',
  Frame: () => <Frame product="Octavo press" groups={groups} />,
  home: '/jobs',
  screens: [{ path: '/jobs', load: () => import('./pages/press/jobs/Jobs.tsx') }],
})
