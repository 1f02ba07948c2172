/**
 * Of what passwords of twelve characters and more are usually built: words, names, brands and keys in a row,
 * from the published lists of most used passwords. Longer ones that are used as they are stand at the end.
 * Lower case, with letters instead of the digits that stand for them.
 */
export const usualWords: ReadonlySet<string> = new Set(
  `
access account admin administrator alexander america amanda amsterdam andrea andrew angel angela
animal anthony apple asdf asdfgh asdfghjkl ashley atelier august autumn azerty babygirl bailey
banana barcelona baseball basketball batman beautiful berlin billing biteme blink blue bonjour
brandon brooklyn buster butterfly business camera canada carlos champion changeit changeme charlie
cheese chelsea chester chicago chicken chocolate christian christmas christopher cocacola coffee
company computer cookie corvette cowboys creative dakota dallas daniel database david december
default demo diamond dolphin dragon dragonball eagles einstein elephant elizabeth england enter
family fashion february ferrari flower football forever france freedom friday friend friends fuckyou
galaxy gandalf garfield george germany ginger giants google guitar guest hallo hannah happy harley
harrypotter heaven hello hockey holiday home hottie hunter iloveyou internet jackson jasmine
jennifer jessica jesus jordan joseph joshua july june junior justin killer kitten knight ladybug
lakers lauren letmein liverpool login london love loveme lovely lucky maggie manager manchester
march marina marketing marlboro martin master matrix matthew maverick mercedes merlin metallica
michael michelle mickey midnight monday money monica monkey monster morning mother mountain mustang
naruto natasha newyork nicholas nicole nintendo november october office oliver operator orange
panther paris parola pass passe passord passw passwd password passwort patrick peanut pepper phoenix
player playstation please pokemon porsche power prince princess private public purple qazwsx
qazwsxedc qwer qwert qwerty qwertyu qwertyuiop qwertz rabbit rainbow ranger raiders rachel rangers
rebecca redsox richard robert root samantha samsung samuel sandra saturday school scooter scorpion
secret secure security senha september shadow shalom silver skywalker slipknot smokey snoopy soccer
sophie spiderman spring starwars steelers student summer sunday sunflower sunshine superman
superstar support sweet sweetheart system taylor teacher temp temporary tennis test tester testing
thomas thunder thursday tiger tigger tinkerbell toyota training trustno tuesday united universe user
vacation valentine vanessa victor victoria viking wachtwoord warrior wednesday welcome welkom
whatever william winner winter wizard wolf work yamaha yankees yellow zaq zxcv zxcvbn zxcvbnm
contrasena contraseña motdepasse hasło heslo salasana slaptazodis sifre пароль йцукен привет любовь
密码 woaini

abcdefghijkl correcthorsebatterystaple correcthorsebattery iloveyouforever jesuschrist
lovemelovemenot mypassword mysecretpassword newpassword thisismypassword letmeinplease
ihavenopassword nopassword notapassword opensesame passwordispassword qazwsxedcrfv qazwsxedcrfvtgb
qwertyasdfgh qwertyuiopasdfghjkl rememberme supersecret supersecretpassword thequickbrownfox
tobeornottobe trustnoone whatthefuck yourmom zaqxswcde 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw2
q1w2e3r4t5y6 zaq12wsx zaq1xsw2 qwe123 abc123 a1b2c3d4 1a2b3c4d5e6f
`
    .split(/\s+/)
    .filter(Boolean),
)
