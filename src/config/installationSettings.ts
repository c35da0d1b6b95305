// The settings that an owner can also make in the console. The environment wins: where it names a setting of a group,
// the whole group is the environment's, so that no password of the console goes to a server of the environment.

import type { EnvironmentText, SettingName } from './env.ts'

export const installationGroups = {
  mail: ['SMTP_URL', 'MAIL_FROM'],
  address: ['PUBLIC_URL'],
  payment: ['PAYMENT_GATEWAY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  storage: [
    'STORAGE',
    'S3_BUCKET',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'S3_PATH_STYLE',
  ],
} as const satisfies Record<string, SettingName[]>

export type InstallationGroup = keyof typeof installationGroups
export const installationGroupNames = Object.keys(installationGroups) as InstallationGroup[]

/** The settings of a group that the environment names, without a key of Stripe that is there for the tax alone. */
export function namedByEnvironment(environment: EnvironmentText, group: InstallationGroup): string[] {
  const names = installationGroups[group].filter(name => environment[name] !== undefined)
  const isForTax = environment.TAX === 'stripe' && names.length === 1 && names[0] === 'STRIPE_SECRET_KEY'
  return isForTax ? [] : names
}

/** The stored settings of the groups that the environment leaves to the console. */
export function addedBy(environment: EnvironmentText, stored: EnvironmentText): EnvironmentText {
  const free = installationGroupNames.filter(group => namedByEnvironment(environment, group).length === 0)
  const names: string[] = free.flatMap(group => installationGroups[group])
  return Object.fromEntries(Object.entries(stored).filter(([name]) => names.includes(name)))
}
