import { credits as n } from '../format/numbers.ts'
import type { Words } from './catalogue.ts'

const amount = (value: unknown): string => (typeof value === 'number' ? n(value) : '–')

export const refusals: Words['refusals'] = {
  lost: '没有收到答复。请检查网络后再发送一次。',
  broken: '页面出错了。请重新加载。',
  unknownCharge: '没有收到答复。请用这个按钮再发送一次：不会重复扣费。',
  elseWise: (requestId) => `我们这边出错了。询问时请提供 ${requestId}。`,
  charged: { none: '未扣除任何积分。', refunded: '积分已退回。' },
  byCode: {
    invalid_request: (_, error) => `请求有误：${error}`,
    unknown_field: (_, error) => `请求有误：${error}`,
    too_many_references: (body) =>
      `一个任务最多 ${amount(body.limit)} 张参考图，现在给了 ${amount(body.given)} 张。`,
    unauthorized: () => '会话已结束。请重新登录。',
    insufficient_credits: ({ required, balance, debt }) =>
      typeof debt === 'number' && debt > 0
        ? `退回的付款欠下 ${n(debt)} 积分。连同欠款需要 ${amount(required)}，剩余 ${amount(balance)}。`
        : `需要 ${amount(required)} 积分，剩余 ${amount(balance)}。`,
    key_inactive: () => '此账户已停用。',
    second_factor_missing: () => '此服务要求你开启第二重验证。请刷新页面后开启。',
    scope_missing: () => '此密钥没有这项权限。',
    not_owner: () => '这属于另一个账户。',
    budget_exceeded: () => '此密钥今日的上限不允许。',
    quota_exceeded: () => '账户的存储已满。请删除不再需要的内容。',
    not_found: () => '它不存在，或已被删除。',
    client_ref_conflict: () => '同一个订单的内容不一致。',
    client_ref_in_progress: () => '同一个订单正在处理。请等一秒后再发送。',
    media_not_completed: () => '还没有完成。',
    not_cancellable: () => '已经开始，无法取消。',
    key_limit_reached: () => '密钥数量已达上限。请先吊销一个。',
    file_removed: () => '文件已按保留规则删除。',
    erased: () => '已永久删除。',
    rate_limited: (body) => `请求过多。请在 ${amount(body.retryAfterSeconds)} 秒后再试。`,
    provider_unavailable: () => '生成服务没有接受任务。请重试。',
    provider_rejected: () => '生成服务拒绝了任务。请修改提示词或照片。',
    service_unavailable: () => '服务暂时不可用。请重试。',
  },
}
