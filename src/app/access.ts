// Access to the service: keys, people, their sessions and sign-ins, and the emails about them.

import { openKeyring } from '../accounts/keys/keyring.ts'
import { openFirstOwner } from '../accounts/people/firstOwner.ts'
import { openPeople } from '../accounts/people/people.ts'
import { type StaffRole, staffRoleNames } from '../accounts/people/staffRoles.ts'
import type { AuthSecrets } from '../accounts/signIn/authSecrets.ts'
import { openAccountProviders } from '../accounts/singleSignOn/accountProviders.ts'
import {
  callbackPath,
  type GroupRole,
  openSingleSignOn,
  type ProviderSettings,
} from '../accounts/singleSignOn/singleSignOn.ts'
import { type Clock, minute } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Outbound } from '../base/network/outbound.ts'
import { operatorAccount } from '../base/operator.ts'
import type { NewId } from '../base/secrets/ids.ts'
import type { Vault } from '../base/secrets/vault.ts'
import { type Config, ConfigError } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { sessionsOf } from '../http/people/profile.ts'
import { openSignIn } from '../http/people/signIn.ts'
import { isStillValid } from '../http/server/auth.ts'
import type { Services } from '../http/server/services.ts'
import { openStreams } from '../http/server/streams.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { TaskName } from '../jobs/tasks.ts'
import { queueEmails } from '../mail/emailStore.ts'

const recordKeyUseEveryMs = minute

export type Access = ReturnType<typeof openAccess>

type AccessDeps = {
  config: Config
  authSecrets: AuthSecrets
  db: Db
  clock: Clock
  log: Log
  newId: NewId
  publicUrl: URL
  vault: Vault
  outbound: Outbound
  identityProvider: StaffProvider | null
  hasMailServer: boolean
  wake: Jobs<TaskName>['wake']
}

/** Keys, people and their sessions, and the mails about them. */
export function openAccess(deps: AccessDeps) {
  const {
    config,
    hasMailServer,
    authSecrets,
    db,
    clock,
    log,
    newId,
    publicUrl,
    vault,
    outbound,
    identityProvider,
    wake,
  } = deps
  const sendEmail: Services['sendEmail'] = async (accountId, to, content, tx) => {
    const email = { accountId: accountId ?? operatorAccount, emailId: newId('eml'), recipient: to, ...content }
    await queueEmails(tx ?? db, [email], clock())
    wake([{ task: 'send_mail', at: clock() }])
  }
  const keyring = openKeyring(db, clock)
  const { requireStaffSecondFactor, mayAnybodySignUp, mayStaffUsePasswords } = config.people
  const people = openPeople({
    db,
    log,
    publicUrl,
    authSecrets,
    requireStaffSecondFactor,
    mayStaffUsePasswords,
    sendReset: ({ accountId, to, ...values }) => sendEmail(accountId, to, { kind: 'password_reset', values }),
  })
  const sessions = sessionsOf(people)
  const recording = setInterval(() => {
    keyring.recordUse(clock()).catch(error => log.warn({ err: error }, 'the last use of keys was not recorded'))
  }, recordKeyUseEveryMs).unref()
  return {
    keyring,
    people,
    sessions,
    streams: openStreams(isStillValid({ keyring, sessions })),
    sendEmail,
    hasMailServer,
    signIn: openSignIn({ db, clock, newId, people, publicUrl, authSecrets, mayStaffUsePasswords, sendEmail }),
    staffSignOn: identityProvider && {
      // The operator has chosen it, so its addresses are called directly.
      provider: openSingleSignOn(identityProvider, { redirectUri: new URL(callbackPath, publicUrl), outbound: null }),
      served: { kind: 'staff' as const, roles: identityProvider.roles },
    },
    accountProviders: openAccountProviders({ db, vault, outbound, publicUrl }),
    firstOwner: openFirstOwner({ db, clock, newId, vault, mayStaffUsePasswords }),
    mayAnybodySignUp,
    mayStaffUsePasswords,
    requireStaffSecondFactor,
    async close() {
      clearInterval(recording)
      await keyring.recordUse(clock()).catch(() => {}) // without it, a date is a minute older
    },
  }
}

type StaffProvider = ProviderSettings & { roles: GroupRole<StaffRole>[] }

/** Throws for a role that the staff do not have. */
export function identityProviderOf({ singleSignOn }: Config): StaffProvider | null {
  if (singleSignOn === null) return null
  const roles = singleSignOn.roles.map(([group, text]) => {
    const role = staffRoleNames.find(name => name === text)
    if (role !== undefined) return { group, role }
    const expected = staffRoleNames.join(', ')
    throw new ConfigError([`SSO_STAFF_ROLES gives ${group} the role "${text}", but must give one of ${expected}`])
  })
  return { ...singleSignOn, roles }
}
