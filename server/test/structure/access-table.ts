import { type Group, rule } from './module-rule.ts'

/** The group `access` of the module table. */
export const access: Group = {
  purpose: 'Who may do what, and what it costs',
  modules: {
    audit: rule(
      'The record of every change of users, keys, grants and thresholds',
      'contract platform/db platform/paging',
    ),
    identity: rule(
      'Users, API keys and sessions: who is calling',
      'access/audit contract platform/db platform/ids platform/refusal',
      '@node-rs/* lru-cache p-limit',
    ),
    passwords: rule('Refuses passwords that are guessed first', 'platform/refusal'),
    links: rule(
      'One-time links: their tokens, and those that mails lead to',
      'access/identity platform/db platform/ids',
    ),
    mail: rule(
      'Mails: their queue, their texts in each language, and the order in which they are sent',
      'access/identity access/links contract platform/app platform/config platform/db platform/refusal ' +
        'platform/smtp',
    ),
    members: rule(
      'How users come in: the first admin, invitations, sign-up; the list of users for admins',
      'access/audit access/identity access/links access/mail access/passwords contract platform/app ' +
        'platform/config platform/db platform/ids platform/paging platform/refusal',
    ),
    factors: rule(
      'The second factor of a log-in: authenticators, their codes, recovery codes, and who must have one',
      'access/audit access/identity contract platform/app platform/db platform/refusal',
    ),
    sessions: rule(
      'What a user does with open sessions: lists and ends them, changes the password',
      'access/identity contract platform/db platform/refusal',
    ),
    oauth: rule(
      'OAuth for hosts that take no keys: clients, consents, codes, tokens',
      'access/audit access/identity contract platform/app platform/db platform/fetching platform/ids ' +
        'platform/refusal',
      'lru-cache',
    ),
    credits: rule(
      'The only code that moves credits; the ledger; budgets of keys',
      'access/identity contract platform/db platform/ids platform/refusal platform/turns',
      'lru-cache',
    ),
    payments: rule(
      'Credits for money: checkouts, payments, what is returned of them, automatic top-up',
      'access/credits access/identity access/mail contract platform/app platform/db platform/ids ' +
        'platform/paging platform/parallel platform/refusal platform/stripe',
    ),
    statements: rule(
      'Signed statements about the heads of the ledger, in storage',
      'access/credits platform/db platform/storage',
    ),
    limits: rule(
      'Rate limits',
      'access/identity contract platform/app platform/db platform/refusal',
      'lru-cache',
    ),
    quotas: rule(
      'What an owner has stored and may store',
      'access/identity contract platform/app platform/db platform/refusal',
    ),
  },
}
