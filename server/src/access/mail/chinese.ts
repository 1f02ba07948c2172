import type { Texts } from './letter.ts'

const day = (at: Date): string =>
  at.toLocaleDateString('zh-CN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export const chinese: Texts = {
  invitation: ({ site, link, expiresAt }) => ({
    subject: '邀请您使用 Atelier',
    blocks: [
      '您好：',
      `您收到了一份使用 Atelier（${site}）的邀请。设置密码后，账户即可使用。`,
      { label: '接受邀请', link },
      `此链接只能使用一次，有效期至 ${day(expiresAt)}。`,
      '如果您不清楚为何收到这封邮件，请忽略它。不打开链接，就不会创建账户。',
    ],
  }),
}
