// The most frequent password words of @zxcvbn-ts/language-common 4.1.3 (MIT, (c) 2012-2016 Dan Wheeler and Dropbox, (c) 2021 @zxcvbn-ts), and some of
// Turkey, India and the Arab countries.
const words = `
  aardvark aaron aberdeen abgrtyu abigail abnormal abrakadabra absolute absolutely access accord account achilles
  acidburn action active adgjmptw adidas admin admiral adrenalin adrian adriana adrienne adult aezakmi africa aggies
  ahmed aikido airborne airbus airforce airplane alabama alaska albatros albert alberto albion alcatraz alejandr
  alejandro aleksandr aleksandra alessandro alexalex alexande alexander alexandr alexandra alexandre alexis alfred
  alibaba alice alicia alien aliens alison allen alleycat alliance allison allsop almighty alpha alphabet alpine
  alucard always alyssa amadeus amanda amateur amateurs amazon amber ambrosia amelia america american amethyst
  amsterda amsterdam anaconda anakin anarchy anastasi anastasia anastasiya anders andersen anderson andre andrea
  andreas andrei andrew andrey andromed andromeda anfield angel angela angelica angelika angelina angelo angels
  angie anhyeuem animal animals anime annabell annette annie annmarie antelope anthony anton antonina antonio anubis
  anything apache apollo apple applepie apples april aquarius aragorn archange archer archie argentin argentina
  arizona arjay arkansas armagedon armani armstron arnold artemis arthur artist asdasd asdfasdf asdffdsa asdfg
  asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdfzxcv asdzxc ashleigh ashley ashton asian aspire aspirine assassin
  asterix astros athena atlanta atlantic atlantis atomic attack attitude auburn auckland audrey august augustus
  aurora aussie austin australi australia autumn avalanch avalon avatar avenger aviation awesome ayse azamat azerty
  azertyui azertyuiop azsxdc azsxdcfv babes babies babyblue babyboy babycake babydoll babyface babygirl babylon
  babylove backdoor bacon badboy baddog badger baggins bailey baller balloon balloons balls baltimor bambam banana
  bananas bandit bangbang bangkok banker banshee baracuda barbados barbara barbie barcelon barcelona barefoot
  baritone barkley barney barry barsik baseball basket basketba basketball batman battery battle baxter bayern
  bcfields beach beagle beaner beanie bearbear bearcats bears beast beatles beatrice beautifu beautiful beauty
  beaver beavis beckham becky beefcake beethove beetle belinda bella belle bender benessere benjamin bennett benson
  bentley bergkamp berkeley berlin bernard bernie bertha besiktas bethany better betty bettyboo beverly bharat
  bianca bicycle bigballs bigbear bigbird bigblock bigboy bigdaddy bigdog bigfoot bigger biggie bigguy bigmac bigman
  bigmoney bigone bigpoppa bigred bigtime bigtruck bikini billabon billie billy billybob billyboy bingo binladen
  birdie birdman birthday biscuit bishop bismarck bismillah biteme bizkit blabla black blackbir blackbird blackcat
  blackdog blackhaw blackie blackjac blackjack blacklab blackman blackout blacks blacky blade blades blahblah blake
  blaster blazer blessed blessing blizzard blonde blondes blondie blood bloody blueball bluebell bluebird blueblue
  blueeyes bluefish bluejays bluemoon blues bluesky bluesman bobafett bobbie bobby bobcat bobdylan boeing bogart
  bogdan bohica bollox bomber bonehead boner bones bonita bonjour bonnie bonsai booger boogie bookworm boomer bootie
  boots borabora bordeaux boris borussia bosco bossman boston bottom bowler bowling bowser boxing bradford bradley
  brandi brando brandon brandy brasil braves brazil breast breeze brenda brendan brewster brian brianna bridge
  bridget brighton brigitte bristol britney brittany brittney broadway broken bronco broncos brooke brooklyn brooks
  brother brothers brown brownie browning browns bruce brucelee bruins bruno brutus bryan bryant bubba bubbas bubble
  bubbles buckeye buckeyes buckshot budapest buddha buddy buddyboy budlight budman budweise budweiser buffalo
  buffett buffy bugger building bulldog bulldogs bullet bullfrog bullseye bunghole bunny burger burton business
  buster butch butler buttercu buttercup butterfl butterfly bynthytn byteme cabbage cabernet cactus cadillac caesar
  caitlin calico caliente californ california caligula calimero callaway callie callisto calvin camaro camaross
  cambiami cambridg camel camelot camels cameltoe camera cameron camilla camille campbell canada canadian cancel
  cancer cancun candle candy candyman cannabis cannibal cannon canon cantona capetown capital capitals capone
  capricor capricorn capslock captain caramel cardinal cardinals carebear carlitos carlo carlos carlton carmen
  carnival carol carolina caroline carolyn carpedie carpente carpet carrera carrie carrot carson carter cartman
  cartoon cartoons casanova caserta casey cashmone casino casper cassandr cassandra cassidy cassie castillo castle
  catalina catdog catfish catherin catherine catman catwoman cavalier caveman ccbill cdtnkfyf cecilia celeste celica
  celine celtic celtics center central cerberus cessna cfitymrf chainsaw chair challeng chambers champion champs
  chance chandler chanel chang change changeme chaos charger chargers charisma charlene charles charley charli
  charlie charlott charlotte charlton charly charmed chase chaser check checkers cheers cheese cheetah chelsea
  chemical cheng cherokee cherries cherry cheryl cheshire chester chestnut chevelle chevrole chevrolet chevy chewie
  cheyenne chicago chichi chicken chickens chicks chico chief chiefs children china chipmunk chipper chiquita chivas
  chloe chocolat chocolate chopper chris chrisbln chrissy christ christia christian christie christin christina
  christine christma christmas christop christopher christy chronic chrysler chubby chuck chuckles chucky church
  cigars cinder cindy cinnamon citation cjkysirj cjkywt claire clancy clapton clarence clarinet clarissa classic
  classics claude claudia claymore clayton clemente clemson cleopatr cleopatra clevelan cleveland clifford clinton
  clipper clippers clover cnfybckfd cobra cocacola coconut coffee cohiba coldbeer coldplay coleman colleen college
  collins colombia colonial colorado colors coltrane columbia columbus comanche comics command commande commando
  compaq complete computer concorde concrete condom condor confused connect conner connie connor conrad constant
  consumer content contract control cookie cookies cooldude cooler coolio coolman coolness cooper cooter copper
  corleone cornwall corona corrado correct corvette cosmo cosmos costello cosworth cotton cougar country courtney
  coventry cowboy cowboys coyote cracker crackers crash crawford crazy crazybab creation creative creature credit
  cricket criminal crimson cristian cristina critter crjhgbjy cromwell cruise cruiser crunch crusader crysis crystal
  cthulhu cthutq cuddles cupcake curious curtis customer cutiepie cutter cyclone cyclops cynthia daddy dagger daisy
  daisydog dakota dallas dalton damage damian damien dammit damnit dance dancer danger danie daniel daniela danielle
  daniil danila danni danny dannyboy darkange darkangel darklord darkness darkside darkstar darling darren darwin
  daughter david davids davidson davis dawson daylight daytona deacon deadhead deadman deadpool deanna death debbie
  deborah december deepthroat deeznuts deeznutz defender defiant deftones delaware delete delpiero delta demon
  denali denis denise deniska dennis denver depeche derparol derrick desert design designer desire deskjet destiny
  detroit devil devildog devils dexter dfktynby dfktynbyf diablo diamond diamonds diana diesel dietcoke digger
  digital dilbert dilligaf dillon dinamo dingdong dinosaur direct director dirtbike dirty discover disney divine
  dixie doberman doctor dodge dodger dodgeram dodgers doggie doggy doghouse dogman dogpound dolemite dollar dolphin
  dolphins dominic dominion dominiqu domino donald donkey donna donnie dontknow doobie doodle dookie doomsday
  dorothy dortmund double doughboy douglas download downtown dracula drago dragon dragonba dragonball dragonfl
  dragons dragoon dragster drake dream dreamcas dreamer dreams driver drizzt drowssap drpepper drummer dthjybrf
  dublin ducati duchess dudley dukeduke duncan durango duster dustin dusty dutchess dylan dynamite eagle eagles
  earnhard earthlink eastside eastwood eatme eclipse eddie edmonton eduard edward eeyore eggplant eileen einstein
  ekaterina elaine elcamino eldorado electric electron element elena eleonora elephant eleven elijah elisabet
  elizabet elizabeth elizaveta elliot elliott elvira elvis elwood emerald emerson emily eminem emmanuel empire
  energy enforcer engage engine engineer england english enigma enjoy enter enternow enterpri enterprise ericsson
  ernest escalade escape escort espresso esther estrella eternity eugene evangelion evelyn everest everlast everton
  evolutio evolution excalibu excalibur exchange exigen exigent exodus explorer express extreme fabian fabie
  facebook facial fairlane faith faithful falcon falcons fallen family fandango fantasia fantasy fantomas farmer
  farscape farside fashion fastball faster fatboy fatcat father fatima fatma fatman fearless feather february
  federico feelgood felicia felix fellatio fender fenerbahce ferguson fernand fernando ferrari ferret festival
  fetish fgtkmcby ficken fidelity fiesta figaro fighter filter finger fingers finish fireball firebird fireblad
  firefigh firefire firefly firefox fireman firewall first fishbone fisher fishes fishfish fishhead fishing fitness
  fkbyjxrf fktrcfylh fktrcfylhf flamengo flames flamingo flash flatron fletch fletcher flexible flight flipflop
  flipper floppy florence florian florida flounder flower flowers fluffy flyboy flyers flying foobar football forest
  forever forget forgetit forgot formula forrest forsaken fortress fortuna fortune fossil foster fountain fowler
  foxtrot foxylady france frances francesc francesco francis francisc franco francois frank frankie franklin franky
  freak freaks freaky freckles freddie freddy frederic frederik fredfred fredrick freebird freedom freefall freeman
  freeuser french friday friend friendly friends friendster fright frisco fritz frogger froggy frontier frosty
  frozen fubar fugazi fullmoon function funny funstuff funtime fusion fussball futurama future fyfcnfcbz fyfnjkbq
  fylhtq fyutkbyf fyutkjxtr gabrie gabriel gabriela gabriele gabriell galatasaray galaxy galina galore gambit
  gamecube gameover gandalf gannibal garage garbage garcia garden garfield gargoyle garrett gateway gator gatorade
  gators geheim gemini general generals genesis genius geoffrey george georgia gerald gerard german germany geronimo
  gertrude gesperrt getmoney getsome ghblehjr ghbywtccf ghetto ghjuhfvvf ghost ghostrider giant giants gibson
  gilbert gillian gilligan ginger giorgi giovanna giovanni girls giuseppe gizmo gizmodo gjkbyf gladiato gladiator
  global gloria gmoney goalie goblin goblue goddess godfathe godfather godsmack godzilla gofish goforit goldberg
  golden goldeney goldfing goldfish goldie goldstar goldwing golfball golfer golfgolf golfing goliath gonzales
  gonzalez gonzo goober goodbye goodgirl goodluck goodtime google goose gopher gordon gorgeous gorilla gotcha gothic
  gotohell govols grace gracie graham grandma granny graphics grateful great greatone green greenbay greenday greens
  gregory gremlin grendel gretchen griffey griffin gringo grizzly groovy grover grumpy guardian guest guillaum
  guiness guinness guitar gundam gunner gustav hacker hailey hairball halflife hallo hallowee hamburg hamilton
  hamlet hammer hammers hamster handball handsome handyman hannah hannibal hansen hansolo happiness happy happyday
  hardball harder hardon hardrock hardware harley harmony harold harper harris harrison harry harrypotter harvey
  hastings hattrick hawaii hawaiian hawkeye hawkeyes hayabusa hayden hayley heart hearts heather heaven hector
  hedgehog heidi heineken heinrich helen helena hellfire hello hellokitty helloo hellsing hellyeah helpme hendrix
  henry herbert herbie hercules herewego heritage herman hermes hershey hesoyam hetfield hidden highbury highheel
  highland highlander hilton hiphop history hithere hitler hitman hjvfirf hobbes hobbit hockey holden holiday
  holidays holland holly hollywoo hollywood holmes homemade homer homers homerun homework honda honey honeybee
  hongkong honolulu hooligan hoosiers hoover hopeless hopper horizon horndog hornet horney horse horses hotboy
  hotdog hotgirls hotrod hotshot hotstuff hottie hounddog house houses houston howard htubcnhfwbz hudson hummer
  hungry hunter hunting hurrican hurricane husker huskers huskies hustler hyperion ibanez icecream icehouse iceman
  idontkno idontknow iforgot iguana ihateyou ilikepie illini illinois illusion ilovegod iloveu iloveyo iloveyou
  imagine immortal impala imperial incubus india indian indiana indians indigo infantry inferno infiniti infinity
  ingrid insane insanity inside insomnia inspiron integra intercourse internet intrepid intruder inuyasha ireland
  irina irish irishman ironmaiden ironman isabel isabella isabelle isaiah island islander israel istanbul istheman
  italia ivanov ivanova iverson iwantu jackal jackie jackjack jackoff jackson jacob jaguar jakejake jamaica james
  jamesbon jamesbond jamie jammer janice janine january japan japanese jarhead jasmin jasmine jason jasper javier
  jayhawk jayhawks jazzman jeanette jeepster jefferso jeffrey jellybea jellybean jenna jennie jennifer jenny jensen
  jeremiah jeremy jericho jerkoff jermaine jerome jerry jersey jesse jessica jessie jester jesus jethro jiggaman
  jimbo jimbob jimmy joanna joanne joejoe johanna johannes johncena johndeer johngalt johnjohn johnny johnson joker
  jokers jonathan jonathon jones jordan joseph josephin joshua jrcfyf judith juggalo juice julia julian julie juliet
  juliette julius jumper junebug jungle junior junkmail jupiter justdoit justice justin justine justme juventus
  kaiser kakashka kaktus kamasutra kamikaze kangaroo kansas karate karen karina karolina kasper katana katarina
  katerina katherin katherine kathleen kathryn kathy katie katrin katrina kawasaki kayleigh kazantip keeper keith
  kelley kelly kelsey kendall kennedy kenneth kenny kenshin kentucky kenwood kenworth kermit kevin keyboard keystone
  keywest kicker killbill killer killme kimber kimberly kingdom kingfish kingking kingkong kingpin kingston kipper
  kirill kirkland kirsten kisses kissme kitkat kitten kitty kittycat kittykat klaster kleopatra klingon klondike
  knickers knicks knight knights knockers knopka knuckles kodiak kolobok konstantin koroleva koshka kotenok kramer
  krasotka krishna krista kristen kristi kristian kristin kristina kristine kristy krokodil ktyjxrf labrador labtec
  lacrosse ladies ladybug laetitia laguna lakers lakeside lakewood lalakers lancelot lancer lansing laptop larisa
  larry lasvegas latin latino laura lauren laurence laurie lawrence lawyer leader leather leavemealone ledzep
  leedsutd legacy legend legion legolas lemonade lemons lennon lenochka leonard leonardo leopard leslie lespaul
  lestat lester letmein letsdoit letsgo lewis lexmark lfitymrf liberty licker lickit lickme lifehack lifetime light
  lighting lightnin lightning lights lillian limewire lincoln linda lindsay lindsey lionking lipstick liquid
  lisalisa little liverpoo liverpool lizard lizzie lobster lockdown logan logitech lokiloki lokomotiv lolipop
  lollipop lollypop london lonely lonesome lonestar lonewolf longdong longhair longhorn longjohn looker looking
  looser lorenzo lorraine loser louise loulou loveit loveless lovelife lovelove lovely loveme lover loverboy lovers
  loveyou loving lowrider lucas lucifer lucky luckydog luckyone ludwig luther macdaddy machine macross madden maddie
  maddog madeline madison madman madmax madness madonna madrid maestro magazine magellan maggie magic magician
  magick magicman magnolia magnum magnus maiden mailman majestic makaveli maksim maksimka malaka malaysia malcolm
  malibu malina mallard mallorca mamacita manager manchest manchester mandarin mandingo mandrake mandy maniac manson
  manuel manutd maradona marathon marcel marcello marco marcos marcus margaret margarit margarita maria mariah
  marian marianna marianne marie marijuan marijuana marilyn marina marine mariners marines marino mario marion
  mariposa marisa marissa marjorie market markus marlboro marlene marley marlin marriage marseille marshall martha
  martin martina martinez martini marvel marvin maryjane maryland masamune maserati mason massive master masters
  matador mathew matilda matrix matthew matthews matthias mattie mature maureen maurice maverick maxell maxima
  maximus maxine maxmax maxwell mayday mayhem maynard mazafaka mcdonald mckenzie meatball meathead meatloaf mechanic
  medicine megadeth megaman megan megatron meghan mehmet melanie melinda melissa mellon melody melvin member memorex
  memory memphis meowmeow mephisto mercedes mercury meredith meridian merlin mersedes metal metallic metallica
  method mexico miami michael michaela michaels michel michele michelle michigan mickey microlab microphone microsof
  microsoft midget midnight mighty miguel mikemike mikey milana milano milena miles military millenium miller millie
  million millions millwall milton minecraft minemine minimoni ministry minnie miracle mirage miranda miriam
  mischief mission mississippi missouri missy mister mistress misty mitchell mobile models modelsne mohammed mollie
  molly mollydog moloko molson momoney monalisa monday money moneyman moneys mongoose monica monika monique monitor
  monkey monkeybo monkeys monopoly monroe monster monsters montana montecar montreal montrose monty moocow mookie
  moonbeam moonligh moonlight moonshin moose morgan morpheus morris morrison morrowind mortgage mortimer moscow
  mother motherlode motocros motorola mountain mouse movie movies mozart mudvayne muffin muhammad mulder mulligan
  multiplelo munchkin muppet murder murphy murray muscle mushroom music musicman mustafa mustang mustangs mylove
  mynameis mypassword myself mystery mystic myxworld nadine nancy napoleon naruto nascar nasty nastya natali natalia
  natalie natasha nathalie nathan national natural nature naughty nautilus navigator navyseal nebraska nellie nelson
  nemesis neptune netscape network nevada nevermind nevermore newcastl newcastle newlife newman newport newton
  newyork nfnmzyf nguyen nicholas nicola nicolas nicole night nightmar nightmare nightwish nikita nikki nikola
  nimrod nineinch niners ninja nintendo nirvana nissan nobody nofear nokia nolimit noodle noodles nookie norman
  normandy northern norton nostromo notebook nothing notredam nounours november nthvbyfnjh nugget nuttertools
  nygiants nyjets nylons nymets oakland oakley obiwan oblivion obsidian october odessa office offshore ohyeah oilers
  oklahoma oksana oldman oliver olivia omega onelove online onlyme opendoor openup operator optimist oracle orange
  oranges oregon original orioles orion orlando oscar osiris outlaw overkill overlord oxford pacific packard packer
  packers pacman paintbal paintball painter painting pakistan palace paladin pallmall palmer palmtree pamela panama
  panasoni panasonic pancakes pancho panda pandora pantera panther panthers panzer papillon paradigm paradise
  paradox paramedi paranoid paris parker parola parrot party pasadena pascal passat passion passport passwor
  password passwords passwort patches pathetic pathfind patience patricia patrick patriot patriots patton pauline
  paulpaul pavement pavilion payton peace peaches peanut peanuts pearl pearljam pebbles pedro peekaboo peewee
  pegasus pencil penelope penetration penguin penguins penny pentagon penthous pentium people pepper pepsi perfect
  personal pervert peter peterbil peterpan peters peterson peugeot phantom pharmacy phialpha philip philippe philips
  phillies phillip phillips philly phoebe phoenix photo photos pianoman picard picasso piccolo pickle pickles
  picture pictures pierre piglet pikachu pillow pilot pimpdadd pimpin pineappl pineapple pinetree pingpong pinkfloy
  pinkfloyd pinnacle pioneer pipeline pippen piramida pirate pirates pistol pitbull pizza pizzaman planet plastic
  plastics platinum platypus playball player playmate playstat playstation playtime please pleasure plumber plymouth
  poison pokemon polaris police polina polska pompey poncho pontiac poodle poohbear pookie poontang pooter popcorn
  popeye porkchop porsche porter portland portugal poseidon positive possum postal potato potter powder powell power
  powerful powers preacher precious predator prelude presario presiden president pressure presto preston pretty
  primus prince princes princess pringles printer printing private privet prodigy profit progress property prospect
  psycho pumpkin pumpkins punisher punkin punkrock puppies puppy puppydog pupsik purple pussie pussies putter
  pyramid python qawsed qawsedrf qazqaz qazwsx qazwsxed qazwsxedc qazwsxedcrfv qazxsw qazxswedc quality quattro
  queen question quincy qwaszx qweasd qweasdzxc qweqwe qwerasdf qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop
  rabbit racecar racerx rachael rachel rachelle racing radiohea radiohead rafael ragnarok raider raiders railroad
  rainbow rainbows rainyday raistlin ralph rambler rammstein ramona ramses randall random randy ranger rangers
  raptor rascal rasputin rastaman raven ravens raymond rctybz ready reagan reality realmadrid reaper rebecca rebel
  rebels reckless recovery redalert redbaron redbull reddevil reddog reddwarf redhead redhot redman redneck redrum
  redskins redsox redwings reebok reggie regina reginald register remember remingto renault renegade republic
  rereirf rescue research resident respect retard retired revenge review revolution revolver reynolds rfhbyf
  rfhnjirf rfnthbyf rfntymrf rfrfirf rfrnec rfvfcenhf rhbcnbyf rhiannon rhonda ricardo riccardo richard richards
  richie richmond ricky riffraff rightnow ripper river rjirfrgbde rjntyjr rjycnfynby roadkill roadking roadrunn
  roadrunner roadster robbie robert roberta roberto roberts robin robinson robotech robotics rochelle rocker rocket
  rockets rockford rockhard rocknrol rocknroll rockon rocks rockstar rockwell rocky rodney roger rogers roland
  roller rolltide roman romance romantic romashka romeo rommel ronald ronaldo ronnie rookie rooster rootbeer roscoe
  rosebud rosemary rosie rotten rovers roxanne rubber rugby rulez runescape runner running rupert ruslan russell
  russia russian rustam rusty rustydog sabbath sabina sabine sabrina sadie safari safety sailboat sailing sailor
  saint saints sakura salamander salasana sally salmon salvador samantha samara samiam sammie sammy sampson samson
  samsung samuel samurai sanchez sanders sandiego sandman sandra sandrine sandro sandwich sandy santana santiago
  santos sapphire sarah saratoga sasha sassy satan saturday saturn sausage sausages savage savannah sayang scarface
  scarlet scarlett scheisse school science scooby scoobydo scoobydoo scooter scorpio scorpion scotch scotland scott
  scottie scotty scrabble scrapper scrappy scratch screamer scruffy scully seahawks seamus search seattle sebastia
  sebastian secret security seeker seinfeld select selena seminole semperfi senators sentinel sephiroth septembe
  september serega serena serenity sergbest sergeant sergei sergey sergio sersolution server service services sesame
  seven shado shadow shaggy shalom shaman shamrock shane shanghai shania shannon shaolin shark sharks sharon shasta
  shaved shazam shearer sheena sheepdog sheila shelby shelley shelly shemale shepherd sheridan sherlock sherman
  sherry sherwood shiloh shirley shogun shopping short shorty shotgun showme showtime sidekick sidney siemens sierra
  sigmachi silence silver silverad silvia simba simon simone simple simpson simpsons sinatra sinclair singapor
  singer single sinister sinner sirius sister sithlord sixers skateboard skater skeeter skiing skinhead skinny
  skipper skippy skittles skorpion skydive skyline skywalke skywalker slacker slamdunk slappy slapshot slave slayer
  sleepy slick slider slimshad slimshady slipknot slippery slowhand smackdow smackdown smashing smeghead smile
  smiles smiley smirnoff smith smitty smoke smoker smokey smokin smooth smoothie smudge snake snakes snapper snatch
  sneakers snickers sniper snoopdog snoopy snowball snowbird snowboar snowboard snowflak snowman snuggles sobaka
  soccer socrates softball software soldier soleil solitude solnce solomon solution somerset somethin something
  sommer sonic sonyericsson sonysony sooner sooners sophia sophie soulmate southern southpar southpark southpaw
  space spaceman sparkle sparkles sparks sparky sparta spartak spartan spartans speaker speakers spears special
  specialk spectrum speed speedway speedy spencer spider spiderma spiderman spidey spike spirit spitfire splash
  splinter spongebo spongebob spooky sport sporting sports spring springer sprint sprinter sprite spunky spurs
  spyder squirrel squirt srinivas stacey stafford stalker stallion standard stanford stanislav stanley staple
  starbuck starcraf starcraft stardust starfire starfish stargate starligh stars starship starstar startrek starwars
  station stealth steele steeler steelers stefan stefanie stefano stella stephane stephani stephanie stephen sterlin
  sterling steve steven stevie stewart stick stickman sticks sticky stigmata stimpy stinger stingray stinky stocking
  stocks stockton stolen stone stonecol stonecold stoner stones storm stormy straight stranger stratfor strawber
  strawberry streaming street strength strider strike striker strong stuart student studio stuff stupid subaru
  sublime suburban subway success sugar sullivan sultan summer summit sundance sunday sundevil sunflowe sunflower
  sunlight sunny sunnyday sunrise sunset sunshine super superfly superior superman supernov supernova supersta
  superstar support surfer surfing survivor susan suzanne suzuki svetik svetlana swallow sweden sweet sweetie
  sweetnes sweetness sweetpea sweets sweety swimmer swimming sword swordfis swordfish sydney sylveste sylvia
  syncmaster syracuse system tabitha tacobell tacoma taekwondo talisman tamara tammy tampabay tanker tanner tanya
  tardis target tarheel tarheels tarzan tasha tatiana tattoo tatyana taurus taylor tazman tazmania tdutybq teacher
  technics techno teddy teddybea teddybear tekken telefon telephon telephone tempest temple tennis tequila teresa
  terminal terminat terminator terrapin terror terry tester testing testtest texas thailand thanatos thanks thankyou
  theboss thedoors theforce thegame thegreat thekid theking theman theodore theone theresa therock thirteen thisisit
  thomas thompson thrasher threesom throat thuglife thumper thunder thunderb thursday tiberius tickle ticklish
  tiffany tiger tigercat tigers tigger tight timber timmy timothy tinker tinkerbe tinkerbell tinman tintin titanic
  titanium titans titleist titties tobias today together tokiohotel tolkien tomahawk tomato tomcat tommy tommyboy
  tomorrow tomtom toonarmy tootsie topcat topdog topgun topper toriamos tornado toronto torres toshiba tottenha
  tottenham touching toyota trabzonspor tracey tractor tracy traffic train training trains trance transam transfer
  translator travel traveler travis treasure trebor treefrog trevor trfnthbyf triangle tricky trident trigger
  trinidad trinitro trinity tristan triton triumph trixie trojan trojans trombone trooper tropical trouble trout
  truck trucker trucking trucks truelove trumpet trunks tsunami tucker tuesday tunafish tundra turbo turkey turner
  turtle tweety twilight twisted twister tyler typhoon tyrone ultima ultimate umbrella underdog underground undertak
  undertaker unicorn united universa universal universe university unknown unreal username utopia vacation vader
  vagabond valencia valentin valentina valentine valera valeria valerie valhalla valkyrie valley vampire vampires
  vancouve vanessa vanguard vanhalen vanilla vasilisa vauxhall vector vectra vegeta velocity velvet vendetta venus
  verbatim veritas vermont vernon verona veronica veronika vertigo vette vfczyz vfhbyf vfhecz vfhufhbnf vfitymrf
  vfksirf vfvekz victor victoria victory video vietnam viewsoni viewsonic viking vikings viktor viktoria viktoriya
  vincent violet violetta viper vipergts vipers vision vitalik vivian vkontakte vladik vladimir vladislav volkswag
  volley volleyba volume voodoo vortex voyager voyeur vqsablpzla vulcan walker wallace walleye wally walnut walter
  wanderer warcraft wareagle warhamme warhammer warlock warlord warren warrior warriors washburn washingt washington
  wassup water waterboy waterloo waters watson wayne weasel weather webhompas webmaste webmaster webster weezer
  welcome wendy werewolf werner wesley western westham westside westwood whatever whatwhat wheels whiplash whiskers
  whiskey whisper whistler white whiteboy whiteout whitesox whitney whocares whynot wibble wicked wilbur wildbill
  wildcard wildcat wildcats wildfire wildwood william williams willie willis willow willy wilson windmill window
  windows windsurf winner winnie winston winter wireless wisdom wishbone wizard wolfie wolfman wolfpack wolverin
  wolverine wolves wombat women wonder wonderboy wonderful woodland woodstoc woody woofwoof wookie world wrangler
  wrestler wrestlin wrestling wright writer wutang xanadu xavier xfiles xtreme yamaha yankee yankees ybrbnf yeahbaby
  yellow yfcntymrf yfnfif yjdsqgfhjkm yogibear yomama yosemite young yourmom yvonne yzerman zachary zanzibar zaphod
  zaqwsx zaqwsxcde zaqxsw zaqxswcde zenith zeppelin zerocool zeynep zidane zildjian zipper zombie zorro zvezda
  zxcasd zxcasdqwe
`

export const commonWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
