// The console of the operator's support staff: its screens, an explicit list.

import { Users } from 'lucide-react'
import { Frame, type NavGroup } from './shell/Frame.tsx'
import { start } from './shell/start.tsx'

const groups: NavGroup[] = [{ title: null, items: [{ name: 'Accounts', to: '/accounts', icon: Users, letter: 'a' }] }]

start({
  area: 'staff',
  Frame: () => <Frame product="Octavo staff" groups={groups} />,
  home: '/accounts',
  screens: [{ path: '/accounts', load: () => import('./pages/staff/accounts/Accounts.tsx') }],
})
