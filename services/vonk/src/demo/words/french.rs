//! French, for Wallonia and Brussels.

use super::Words;

pub(crate) const FRENCH: Words = Words {
    openings: &[
        "Du calme, de la curiosité et le rire facile : voilà ce que disent mes proches.",
        "La semaine, le travail ; le week-end, le grand air.",
        "Depuis quelques années, je vis avec plaisir à {town}.",
        "J'ai grandi à {town} et la ville m'étonne encore.",
        "Je travaille dans une école et je ramène chaque jour une histoire à la maison.",
        "Je travaille à l'hôpital : les gens me passionnent, à tout âge.",
        "La journée devant un écran, et ensuite il faut que ça bouge.",
        "Les pieds sur terre, un brin de caractère et le goût des bonnes conversations.",
        "Pas de grands mots : j'aime simplement être avec les autres.",
        "Les enfants sont grands, l'agenda respire, et cela fait du bien.",
        "Debout tôt, de bonne humeur et toujours en mouvement.",
        "Un peu dans les nuages, mais jamais très haut.",
        "J'ai une petite boutique à {town} et je me lève chaque matin avec plaisir.",
        "Je viens de m'installer à {town} et je découvre la ville.",
        "J'aime les jours ordinaires : le marché, le journal, une grande table et des amis.",
    ],
    likings: &[
        (
            "travel",
            "Je voyage de préférence en train et sans trop de plans.",
        ),
        (
            "cooking",
            "Cuisiner me détend, surtout ce qui mijote pendant des heures.",
        ),
        (
            "dining_out",
            "Je tiens une liste de petits restos, et elle s'allonge.",
        ),
        (
            "wine",
            "Un bon verre de vin et une histoire, il n'en faut pas plus.",
        ),
        ("coffee", "Sans un bon café, je ne commence rien."),
        (
            "baking",
            "Ma tarte aux pommes est un peu célèbre au bureau.",
        ),
        (
            "music",
            "Il y a toujours de la musique chez moi, de la soul à Brel.",
        ),
        (
            "concerts",
            "Une fois par mois, on me trouve dans une petite salle de concert.",
        ),
        (
            "festivals",
            "L'été, direction les festivals, bottes aux pieds.",
        ),
        (
            "dancing",
            "Je danse le rock avec plus de plaisir que de talent.",
        ),
        (
            "films",
            "Pour un bon film dans un petit cinéma, on peut me réveiller.",
        ),
        (
            "series",
            "Le dimanche soir, c'est série, avec quelqu'un qui ne dévoile pas la fin.",
        ),
        (
            "theatre",
            "Le théâtre me surprend toujours, même quand ça rate.",
        ),
        (
            "museums",
            "Un musée, un banc, du temps : je ne m'ennuie jamais.",
        ),
        ("photography", "Mon appareil photo me suit partout."),
        (
            "reading",
            "La pile de livres près de mon lit ne diminue jamais.",
        ),
        (
            "board_games",
            "Je perds très mal aux jeux de société, c'est dit.",
        ),
        (
            "gardening",
            "Mon potager donne surtout des courgettes, énormément de courgettes.",
        ),
        ("nature", "Dans les bois, je retrouve mon calme."),
        (
            "hiking",
            "Je parcours les Ardennes à pied, étape par étape.",
        ),
        ("camping", "Une tente, un réchaud, et c'est le bonheur."),
        (
            "beach",
            "Une journée à la côte, avec du vent, quand tu veux.",
        ),
        ("cycling", "À vélo, je me vide la tête."),
        (
            "running",
            "Je cours trois fois par semaine, pas vite mais fidèlement.",
        ),
        ("yoga", "Le yoga me garde souple et presque aimable."),
        (
            "swimming",
            "Je nage toute l'année, même quand l'eau est froide.",
        ),
        ("football", "Le samedi, on me trouve au bord du terrain."),
        (
            "tennis",
            "Je joue au tennis le mardi et il manque quelqu'un pour le double.",
        ),
        (
            "animals",
            "Les animaux font partie de ma vie, petits ou grands.",
        ),
        ("dogs", "C'est mon chien qui décide de l'heure du réveil."),
        ("cats", "Ici, le chat commande, et moi j'habite chez lui."),
        (
            "history",
            "Je peux marcher des heures dans les vieilles rues et leur histoire.",
        ),
        (
            "volunteering",
            "Un soir par semaine, je donne un coup de main à une association.",
        ),
        (
            "languages",
            "J'apprends l'italien, surtout pour mieux commander.",
        ),
    ],
    wishes: &[
        "Je cherche quelqu'un avec qui le silence est aussi doux que la parole.",
        "J'aimerais rencontrer quelqu'un qui a de l'humour et qui sait rire de soi.",
        "J'espère quelqu'un qui aime l'aventure, même au coin de la rue.",
        "Un café d'abord, et on verra ensuite.",
        "Peut-être que quelque chose de beau commence ici, ou une belle amitié.",
        "Je cherche quelque chose de vrai, sans me presser.",
        "La franchise compte plus pour moi qu'une image parfaite.",
        "Une longue promenade m'en dit plus que cent messages.",
        "Quelqu'un pour rire, cuisiner et se perdre de temps en temps.",
        "Qui pose des questions et écoute la réponse a déjà presque gagné.",
    ],
    closings: &[
        "Écris-moi, je réponds toujours.",
        "Raconte-moi ce qui t'a fait plaisir aujourd'hui.",
        "À bientôt ?",
        "Quel est ton endroit préféré dans le coin ?",
        "Dis simplement bonjour, je ne mords pas.",
        "Ton histoire m'intéresse.",
        "Quelle chanson tourne en boucle chez toi ?",
    ],
    topics: &[
        &[
            &[
                "Bonjour {name} ! Ton profil m'a fait sourire. Comment vas-tu ?",
                "Salut {name}, joli profil ! Comment se passe ta journée ?",
                "Bonjour {name}, je me suis dit : j'écris, tout simplement.",
            ],
            &[
                "C'est gentil d'écrire ! Très bien, je rentre d'un tour à vélo. Et toi ?",
                "Merci ! Tout va bien, thé et canapé. Et de ton côté ?",
                "Bonjour ! Bien, mais quelle semaine. Et la tienne ?",
            ],
            &[
                "Bien aussi ! J'ai enfin rangé le grenier, un exploit.",
                "Tranquille. Ce soir je cuisine pour des amis, fini le calme.",
                "Pas mal, j'avais congé et j'ai flâné au marché de {town}.",
            ],
            &[
                "Chapeau. Quelle est ta plus belle trouvaille ?",
                "Ça donne envie ! C'est quoi, pour toi, une soirée réussie ?",
                "Je t'envie un peu. Tu fais ça souvent ?",
            ],
        ],
        &[
            &[
                "Salut {name}, tu as un chemin préféré pour te promener ?",
                "Bonjour {name} ! Forêt ou mer, s'il faut choisir ?",
                "Bonjour {name}, je cherche une belle balade pour dimanche. Une idée ?",
            ],
            &[
                "Difficile ! Je reviens toujours au bord de l'eau, surtout hors saison.",
                "Je fais souvent une boucle près de {town}. Rien d'extraordinaire et jamais pareil.",
                "La mer, avec du vent. Et un chocolat chaud après, c'est obligatoire.",
            ],
            &[
                "Exactement comme il faut. Thermos ou terrasse ?",
                "Superbe ! Moi, je me perds toujours, il me faut quelqu'un qui sait lire une carte.",
                "Le chocolat chaud est un excellent argument.",
            ],
            &[
                "Terrasse, bien sûr, avec une part de tarte.",
                "J'ai une carte et des biscuits, avec moi tu ne risques rien.",
                "Thermos ! Dehors, le café est deux fois meilleur.",
            ],
        ],
        &[
            &[
                "Bonjour {name} ! Que cuisines-tu pour impressionner ?",
                "Salut {name}, question importante : sucré ou salé ?",
                "Bonjour {name}, j'ai l'impression que tu cuisines bien. C'est vrai ?",
            ],
            &[
                "Haha, mon risotto réussit toujours. Enfin, presque.",
                "Salé ! Mais je ne refuse jamais une tarte au citron.",
                "Je fais de mon mieux. Les soupes de ma grand-mère, j'en vis encore.",
            ],
            &[
                "Le risotto demande de la patience, cela en dit long.",
                "La tarte au citron, pareil ! À {town}, il y a une boulangerie qui la fait à merveille.",
                "Les soupes de grand-mère sont les meilleures.",
            ],
            &[
                "De la patience et un verre pour la cuisine, voilà le secret.",
                "Il faudra me montrer cette boulangerie.",
                "La mienne disait qu'il n'y a jamais trop de poivre.",
            ],
        ],
        &[
            &[
                "Bonjour {name}, tu habites le coin depuis longtemps ?",
                "Salut {name} ! Je débute ici. Ça te plaît ?",
                "Bonjour {name}, où irais-tu si tu passais à {town} ?",
            ],
            &[
                "Une bonne dizaine d'années, et ça me plaît toujours. Et toi ?",
                "Plutôt, surtout quand on me dit simplement bonjour.",
                "Un café, une librairie, et ensuite on verra.",
            ],
            &[
                "Moi c'est {town}, avec un balcon de plantes qui survivent tout juste.",
                "Alors je le redis : bonjour ! Que fais-tu de ton temps libre ?",
                "Une librairie, ça commence bien. Ta dernière lecture ?",
            ],
            &[
                "Je connais ces plantes. Je leur parle, il paraît que ça aide.",
                "De la musique, des amis et parfois rien du tout. C'est un art.",
                "Un gros roman de famille au bord de la mer. Beau et un peu triste.",
            ],
        ],
    ],
    endings: &[
        &[
            &[
                "J'aime bien parler avec toi.",
                "C'est une belle conversation, au fait.",
                "Tu m'as fait rire, ça compte.",
            ],
            &[
                "C'est réciproque !",
                "Je trouve aussi. Je guettais mon téléphone.",
                "Ouf, j'avais un peu le trac.",
            ],
            &[
                "On prend un café bientôt ?",
                "Envie de se voir, quelque part à mi-chemin ?",
                "Une promenade samedi, s'il ne pleut pas ?",
            ],
            &[
                "Volontiers ! Samedi après-midi, ça me va.",
                "Oui ! Je connais un endroit avec du bon café et de mauvaises chaises.",
                "Je ne dis pas non.",
            ],
            &[
                "C'est dit. Je m'en réjouis !",
                "Parfait, tu me reconnaîtras à l'écharpe rouge.",
                "Super. À samedi alors !",
            ],
        ],
        &[
            &[
                "Qu'est-ce qui embellit ta journée ?",
                "Qu'est-ce qui te fait rire ?",
                "Et si tu avais congé demain, tu ferais quoi ?",
            ],
            &[
                "Une lettre dans la boîte. Une vraie, avec un timbre.",
                "Les mauvaises blagues, plus elles sont mauvaises, mieux c'est.",
                "La grasse matinée, un long petit-déjeuner et le train vers la mer.",
            ],
            &[
                "Belle réponse, je la retiens.",
                "Alors on va s'entendre.",
                "Je peux venir ?",
            ],
            &[
                "À toi !",
                "Tant mieux. J'en ai encore cent.",
                "Si tu t'occupes du petit-déjeuner.",
            ],
        ],
    ],
};
