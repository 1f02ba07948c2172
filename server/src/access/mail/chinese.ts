import type { TopUpStop } from '@atelier/contract'
import type { Texts } from './letter.ts'

const day = (at: Date): string =>
  at.toLocaleDateString('zh-CN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const number = (n: number): string => n.toLocaleString('zh-CN')

const stops: Record<TopUpStop, string> = {
  declined:
    '无法从您的银行卡扣款：卡被拒绝，或银行要求您本人确认，或该卡已不再保存。如要换卡，请用新卡购买一次积分包并选择保存。',
  payment_returned: '有一笔付款被退款或提出争议，因此不会再为它扣款。',
  pack_removed: '它所购买的积分包已停售，或不再以您设定每月上限时的货币出售。请选择其他积分包。',
}

const dayOf = (text: string): string => day(new Date(`${text}T00:00:00Z`))

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
  verification: ({ site, link }) => ({
    subject: '请确认您的 Atelier 邮箱地址',
    blocks: [
      '您好：',
      `我们收到了用这个邮箱在 ${site} 注册账户的请求。如果是您本人操作，请设置密码。`,
      { label: '设置密码', link },
      '此链接只能使用一次，一天内有效。',
      '如果不是您本人操作，请忽略这封邮件。不打开链接，就不会创建账户。',
    ],
  }),
  has_account: ({ site, link }) => ({
    subject: '您已有 Atelier 账户',
    blocks: [
      '您好：',
      `我们收到了用这个邮箱在 ${site} 注册的请求，但它已经有账户了。`,
      { label: '登录，或重设遗忘的密码', link },
      '如果不是您本人操作，请忽略这封邮件。您的账户没有任何变化。',
    ],
  }),
  password_reset: ({ site, link }) => ({
    subject: '重设您的 Atelier 密码',
    blocks: [
      '您好：',
      `我们收到了为您在 ${site} 的账户重设密码的请求。`,
      { label: '设置新密码', link },
      '此链接只能使用一次，一小时内有效。密码更改后，您在所有设备上都会退出登录。',
      '如果不是您本人操作，请忽略这封邮件。您的密码不会改变。',
    ],
  }),
  low_balance: ({ site, link, settings, balance, limit }) => ({
    subject: `余额不足：剩余 ${number(balance)} 积分`,
    blocks: [
      '您好：',
      `您在 ${site} 的账户余额为 ${number(balance)} 积分，已低于您设定的 ${number(limit)} 积分。` +
        '费用超过余额的任务将被拒绝。',
      link ? { label: '购买积分', link } : `如需更多积分，请联系 ${site} 的运营者。`,
      { label: '更改提醒额度，或关闭此类邮件', link: settings },
    ],
  }),
  weekly_summary: ({ site, link, settings, since, until, ...week }) => ({
    subject: `您的一周：${number(week.images)} 张图片，${number(week.videos)} 个视频`,
    blocks: [
      '您好：',
      `以下是您在 ${site} 的一周（${dayOf(since)}至${dayOf(until)}）。`,
      `制作：${number(week.images)} 张图片，${number(week.videos)} 个视频。` +
        (week.failed > 0 ? `另有 ${number(week.failed)} 个任务失败，未收费。` : ''),
      `花费：${number(week.spent)} 积分。当前余额 ${number(week.balance)} 积分。`,
      week.winners + week.promising > 0
        ? `成效：目前有 ${number(week.winners)} 个广告胜出，另有 ${number(week.promising)} 个表现可期。`
        : '成效：还没有广告胜出。这取决于您的智能体上报的结果。',
      { label: '打开控制台', link },
      { label: '关闭每周邮件', link: settings },
    ],
  }),
  top_up_stopped: ({ site, link, why, balance }) => ({
    subject: '自动充值已关闭',
    blocks: [
      '您好：',
      `您在 ${site} 的账户的自动充值已自行关闭。${stops[why]}`,
      `当时余额为 ${number(balance)} 积分，今后不再自动补充。您的智能体可继续使用至余额用完；费用超过余额的任务将被拒绝。` +
        '正在运行的任务已付费，不受影响。',
      { label: '重新开启，或购买积分', link },
    ],
  }),
}
