/**
 * Words without topical meaning: articles, prepositions, pronouns, forms of "to be" and "to have", question
 * words. The lists are short on purpose, because a word is dropped in every language at once: "die" is an
 * article in German and a verb in English; "para" and "son" are similar cases. Words are folded before the
 * comparison.
 */
const english = `a about after all also am an and any are as at be been before being but by can could did do
  does for from get had has have he her here him his how i if in into is it its just me more most my no nor
  not of off on or other our out over own same she should so some such than that the their them then there
  these they this those to too under until up us very was we were what when where which while who whom why
  will with would you your`
const german = `aber als am an auch auf aus bei beim bin bis bist da damit das dass dein dem den denn der des
  dich die dir doch du durch ein eine einem einen einer eines er es euch fur hab habe haben hat hatte ich ihm
  ihn ihr ihre im ist ja kein keine kann man mein meine mich mir mit nach nicht noch nur ob oder ohne sehr
  sein seine sich sie sind so uber um und uns unser unter vom von vor war waren warum was wenn wer werden
  wie wieder wir wird wo wurde zu zum zur`
const spanish = `al algo ante antes como con contra cual cuando de del desde donde dos el ella ellas ellos en
  entre era eran es esa esas ese eso esos esta estan estas este esto estos fue ha han hasta hay la las le les
  lo los mas me mi mis mucho muy nada ni no nos nuestra nuestro o para pero por porque que quien se ser si
  sin sobre son su sus tambien te tiene tienen todo todos tu tus un una unas uno unos y ya yo`
const chinese = `的 了 在 是 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 他 她 它
  们 我们 你们 他们 什么 怎么 哪些 哪个 哪 吗 呢 吧 把 被 对 从 与 及 或 但 而 为 为什么 因为 所以 如果 还 能 可以 中
  时 后 前 里 让 给 用 再 又 最 更 个 之 以 等 时候`
const japanese = `の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため
  その あっ よう また もの という あり まで られ なる へ か だ これ によって により おり より による ず なり られる
  において ば なかっ なく しかし について せ だっ その後 できる それ う ので なお のみ でき き つ における および いう
  さらに でも ら たり その他 に関する たち ます です ん なら に対して とき どの どんな どう なぜ 何 いつ だけ`

const stopWords = new Set([english, german, spanish, chinese, japanese].flatMap((list) => list.split(/\s+/)))

export const isStopWord = (folded: string): boolean => stopWords.has(folded)
