// Changes the role of a person in a list.

import { Select } from '@mantine/core'
import { t } from '../../language.ts'
import type { Choice } from './Invitations.tsx'

type Props<Role extends string> = {
  /** Of the person. */
  name: string
  roles: Choice<Role>[]
  role: Role | null
  change: (role: Role) => void
}

export const RoleSelect = <Role extends string>({ name, roles, role, change }: Props<Role>) => (
  <Select
    size="xs"
    w={130}
    aria-label={t('Role of {name}', { name })}
    data={roles}
    value={role}
    allowDeselect={false}
    onChange={chosen => chosen && change(chosen as Role)}
  />
)
