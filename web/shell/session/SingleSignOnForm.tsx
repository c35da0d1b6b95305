// The form of an account's single sign-on.

import {
  ActionIcon,
  Button,
  Group,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { Plus, X } from 'lucide-react'
import { FormError } from '../../components/feedback/FormError.tsx'
import { DialogButtons } from '../../components/forms/DialogButtons.tsx'
import { Code } from '../../components/layout/Values.tsx'
import { type Role, roles as roleChoices } from '../../components/people/Invitations.tsx'
import { t } from '../../language.ts'
import type { SignOn, SignOnChange } from './signOnRequests.ts'

const noAccess = 'none'
const maxGroups = 100

type Props = {
  signOn: SignOn
  error: Error | null
  isPending: boolean
  save: (change: SignOnChange) => void
  close: () => void
}

const valuesOf = ({ settings, domains }: SignOn) => ({
  issuer: settings?.issuer ?? '',
  clientId: settings?.clientId ?? '',
  clientSecret: '',
  scope: settings?.scope ?? 'openid profile email',
  groupsClaim: settings?.groupsClaim ?? 'groups',
  roles: settings?.roles ?? ([{ group: '', role: 'owner' }] as { group: string; role: Role }[]),
  defaultRole: settings?.defaultRole ?? noAccess,
  localSignIn: settings?.localSignIn ?? true,
  domains: domains.map(({ domain }) => domain),
})
type Values = ReturnType<typeof valuesOf>

const changeOf = ({ clientSecret, roles, defaultRole, issuer, clientId, ...rest }: Values): SignOnChange => ({
  ...rest,
  issuer: issuer.trim(),
  clientId: clientId.trim(),
  ...(clientSecret.trim() !== '' && { clientSecret: clientSecret.trim() }),
  roles: roles.map(({ group, role }) => ({ group: group.trim(), role })).filter(({ group }) => group !== ''),
  defaultRole: defaultRole === noAccess ? null : (defaultRole as Role),
})

export function SingleSignOnForm({ signOn, error, isPending, save, close }: Props) {
  const isNew = signOn.settings === null
  const form = useForm({ initialValues: valuesOf(signOn) })
  const { roles } = form.values
  return (
    <form onSubmit={form.onSubmit(values => save(changeOf(values)))}>
      <Stack gap="md" maw={680}>
        <FormError error={error} />
        <div>
          <Text size="sm" fw={500}>
            {t('Redirect address')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('Register it at the provider, for a confidential web application.')}
          </Text>
          <Code label={t('Copy redirect address')}>{signOn.redirectUrl}</Code>
        </div>
        <TextInput
          label={t('Issuer')}
          description={t('The address of the provider, as it names itself')}
          placeholder="https://login.company.example"
          type="url"
          required
          withAsterisk={false}
          data-autofocus
          maxLength={2048}
          {...form.getInputProps('issuer')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
          <TextInput
            label={t('Client ID')}
            required
            withAsterisk={false}
            maxLength={200}
            autoComplete="off"
            {...form.getInputProps('clientId')}
          />
          <PasswordInput
            label={t('Client secret')}
            placeholder={isNew ? undefined : t('Unchanged')}
            required={isNew}
            withAsterisk={false}
            maxLength={1000}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('Show client secret') }}
            {...form.getInputProps('clientSecret')}
          />
          <TextInput
            label={t('Scopes')}
            description={t('Separated by spaces')}
            required
            withAsterisk={false}
            maxLength={200}
            {...form.getInputProps('scope')}
          />
          <TextInput
            label={t('Groups claim')}
            description={t('Where the provider lists the groups of a person')}
            required
            withAsterisk={false}
            maxLength={100}
            {...form.getInputProps('groupsClaim')}
          />
        </SimpleGrid>
        <TagsInput
          label={t('Email domains')}
          description={t('Of the addresses of your members. You confirm each one with a DNS record.')}
          placeholder={form.values.domains.length === 0 ? 'company.example' : undefined}
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          maxTags={20}
          {...form.getInputProps('domains')}
        />
        <Stack gap="xs">
          <div>
            <Text size="sm" fw={500}>
              {t('Roles by group')}
            </Text>
            <Text size="xs" c="dimmed">
              {t('Each sign-in gives the role of the first group in this list that the person is in.')}
            </Text>
          </div>
          {roles.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the values of a row are controlled
            <Group key={index} gap="xs" wrap="nowrap">
              <TextInput
                aria-label={t('Group {number}', { number: index + 1 })}
                placeholder={t('Group')}
                maxLength={200}
                flex={1}
                {...form.getInputProps(`roles.${index}.group`)}
              />
              <Select
                aria-label={t('Role of group {number}', { number: index + 1 })}
                data={roleChoices}
                allowDeselect={false}
                w={140}
                {...form.getInputProps(`roles.${index}.role`)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('Remove group {number}', { number: index + 1 })}
                onClick={() => form.removeListItem('roles', index)}
              >
                <X size={16} />
              </ActionIcon>
            </Group>
          ))}
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<Plus size={14} />}
              disabled={roles.length >= maxGroups}
              onClick={() => form.insertListItem('roles', { group: '', role: 'viewer' })}
            >
              {t('Add group')}
            </Button>
          </Group>
        </Stack>
        <Select
          label={t('Everyone else')}
          description={t('People of your company who are in none of these groups')}
          data={[{ value: noAccess, label: t('No access') }, ...roleChoices]}
          allowDeselect={false}
          maw={320}
          {...form.getInputProps('defaultRole')}
        />
        <Switch
          label={t('Members can also sign in with passwords and passkeys')}
          description={t(
            'Turn this off once an owner has signed in through the provider. If the provider fails, our support can turn it on again.',
          )}
          {...form.getInputProps('localSignIn', { type: 'checkbox' })}
        />
        <DialogButtons close={close} label={t('Save')} isPending={isPending} mt={0} />
      </Stack>
    </form>
  )
}
