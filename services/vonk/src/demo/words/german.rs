//! German.

use super::Words;

pub(crate) const GERMAN: Words = Words {
    openings: &[
        "Ruhig, neugierig und schnell zum Lachen zu bringen: So beschreiben mich meine Leute.",
        "Unter der Woche viel Arbeit, am Wochenende am liebsten draußen.",
        "Seit ein paar Jahren lebe ich gern in {town}.",
        "In {town} aufgewachsen und immer noch nicht sattgesehen.",
        "Ich arbeite in einer Schule und nehme die Geschichten der Kinder mit nach Hause.",
        "Ich arbeite im Krankenhaus: Menschen interessieren mich, in jedem Alter.",
        "Tagsüber sitze ich vor einem Bildschirm, danach muss ich mich bewegen.",
        "Bodenständig, ein bisschen eigensinnig und immer für ein gutes Gespräch zu haben.",
        "Keine großen Worte: Ich bin einfach gern unter Menschen.",
        "Die Kinder sind groß, der Kalender hat wieder Platz, und das fühlt sich gut an.",
        "Früh wach, meistens gut gelaunt und schlecht im Stillsitzen.",
        "Etwas verträumt, aber mit beiden Beinen auf der Erde.",
        "Ich habe einen kleinen Laden in {town} und stehe jeden Morgen gern auf.",
        "Gerade nach {town} gezogen und dabei, die Stadt zu entdecken.",
        "Ich höre lieber zu, als dass ich rede. Mit der richtigen Person rede ich die halbe Nacht.",
        "Ich mag gewöhnliche Tage: Markt, Zeitung, ein langer Tisch mit Freunden.",
        "Mütze auf, Jacke an, raus: auch bei Regen.",
    ],
    likings: &[
        (
            "travel",
            "Am liebsten reise ich mit der Bahn und ohne festen Plan.",
        ),
        (
            "cooking",
            "Kochen entspannt mich, vor allem Dinge, die stundenlang schmoren.",
        ),
        (
            "dining_out",
            "Ich führe eine Liste kleiner Lokale, und sie wird immer länger.",
        ),
        (
            "wine",
            "Ein gutes Glas Wein und eine Geschichte dazu, mehr braucht es nicht.",
        ),
        ("coffee", "Ohne guten Kaffee fange ich nichts an."),
        (
            "baking",
            "Mein Apfelkuchen ist in der Firma ein wenig berühmt.",
        ),
        (
            "music",
            "Bei mir läuft immer Musik, von Soul bis Element of Crime.",
        ),
        (
            "concerts",
            "Einmal im Monat stehe ich in einem kleinen Club bei einem Konzert.",
        ),
        (
            "festivals",
            "Im Sommer findet man mich auf einem Festival, in Gummistiefeln.",
        ),
        ("dancing", "Ich tanze Tango, mit mehr Freude als Können."),
        (
            "making_music",
            "Ich spiele Bass in einer Band, die vor allem probt.",
        ),
        (
            "films",
            "Für einen guten Film im kleinen Kino darf man mich wecken.",
        ),
        (
            "series",
            "Sonntags gibt es Serien, am liebsten mit jemandem, der nichts verrät.",
        ),
        (
            "theatre",
            "Theater überrascht mich, auch wenn es schiefgeht.",
        ),
        (
            "museums",
            "Mit einer Jahreskarte fürs Museum langweile ich mich nie.",
        ),
        ("photography", "Meine Kamera ist immer dabei."),
        (
            "reading",
            "Neben meinem Bett liegt ein Stapel Bücher, der nicht kleiner wird.",
        ),
        (
            "board_games",
            "Bei Brettspielen kann ich schlecht verlieren, sei gewarnt.",
        ),
        (
            "gardening",
            "Mein Garten liefert vor allem Zucchini, sehr viele Zucchini.",
        ),
        ("nature", "Im Wald oder am See werde ich ruhig."),
        (
            "hiking",
            "Ich wandere in Etappen quer durchs Land und bin über die Hälfte.",
        ),
        (
            "camping",
            "Gib mir ein Zelt und einen Kocher, und ich bin glücklich.",
        ),
        (
            "beach",
            "Ein Tag an der Küste mit viel Wind, das geht immer.",
        ),
        ("cycling", "Auf dem Rennrad bekomme ich den Kopf frei."),
        (
            "running",
            "Dreimal die Woche laufe ich, nicht schnell, aber treu.",
        ),
        ("yoga", "Yoga hält mich beweglich und halbwegs freundlich."),
        ("swimming", "Ich schwimme das ganze Jahr im See, wirklich."),
        (
            "football",
            "Samstags stehe ich im Stadion oder auf dem Platz.",
        ),
        (
            "tennis",
            "Dienstags spiele ich Tennis und suche noch jemanden fürs Doppel.",
        ),
        (
            "winter_sports",
            "Eine Woche im Jahr brauche ich Schnee unter den Füßen.",
        ),
        (
            "motorcycles",
            "Bei schönem Wetter fahre ich mit dem Motorrad über Land.",
        ),
        (
            "animals",
            "Tiere gehören zu meinem Leben, ob groß oder klein.",
        ),
        ("dogs", "Mein Hund bestimmt, wann ich aufstehe."),
        ("cats", "Die Katze hat hier das Sagen, ich darf da wohnen."),
        (
            "history",
            "Durch alte Gassen und ihre Geschichte kann ich stundenlang laufen.",
        ),
        (
            "volunteering",
            "Einen Abend in der Woche helfe ich bei der Tafel.",
        ),
        (
            "languages",
            "Ich lerne Italienisch, vor allem um besser zu bestellen.",
        ),
    ],
    wishes: &[
        "Ich suche jemanden, mit dem Stille so schön ist wie Reden.",
        "Schön wäre jemand mit Humor, der auch über sich selbst lachen kann.",
        "Ich hoffe auf jemanden, der Abenteuer mag, auch vor der Haustür.",
        "Erst ein Kaffee, dann sehen wir weiter.",
        "Vielleicht beginnt hier etwas Schönes, und sonst eine gute Freundschaft.",
        "Ich suche etwas Echtes, ganz ohne Eile.",
        "Ehrlichkeit ist mir wichtiger als ein perfektes Bild.",
        "Ein langer Spaziergang sagt mir mehr als hundert Nachrichten.",
        "Jemand zum Lachen, zum Kochen und um sich ab und zu zu verlaufen.",
        "Wer fragt und danach auch zuhört, hat mich schon fast.",
        "Neugierig auf Menschen, die das Leben nicht zu ernst nehmen.",
    ],
    closings: &[
        "Schreib mir gern, ich antworte immer.",
        "Erzähl mir, was dich heute gefreut hat.",
        "Bis bald?",
        "Was ist dein Lieblingsort in der Nähe?",
        "Sag einfach Hallo, ich beiße nicht.",
        "Ich bin gespannt auf deine Geschichte.",
        "Welches Lied läuft bei dir gerade dauernd?",
        "Tipps für eine schöne Wanderung nehme ich gern.",
    ],
    topics: &[
        &[
            &[
                "Hallo {name}! Dein Profil hat mich zum Lächeln gebracht. Wie geht es dir?",
                "Hi {name}, schönes Profil! Wie läuft dein Tag?",
                "Guten Tag {name}, ich dachte, ich schreibe dir einfach mal.",
            ],
            &[
                "Wie schön, dass du schreibst! Gut, ich komme gerade vom Radfahren. Und dir?",
                "Danke! Bestens, ich sitze mit Tee auf dem Sofa. Und bei dir?",
                "Hallo! Gut, aber die Woche war voll. Wie war deine?",
            ],
            &[
                "Auch gut! Ich habe endlich den Keller aufgeräumt, eine Heldentat.",
                "Schön ruhig. Heute Abend koche ich für Freunde, dann ist es vorbei mit der Ruhe.",
                "Ganz gut, ich hatte frei und war auf dem Markt in {town}.",
            ],
            &[
                "Respekt. Was war der beste Fund?",
                "Klingt gut! Was macht für dich einen gelungenen Abend aus?",
                "Da werde ich fast neidisch. Machst du das öfter?",
            ],
        ],
        &[
            &[
                "Hi {name}, ich habe gesehen, dass du gern draußen bist. Hast du eine Lieblingsstrecke?",
                "Hallo {name}! Berge oder Meer, wenn du wählen musst?",
                "Hallo {name}, ich suche noch eine schöne Runde für Sonntag. Tipps?",
            ],
            &[
                "Schwere Frage! Ich lande immer wieder am Wasser, vor allem wenn wenig los ist.",
                "Ich laufe oft eine Runde bei {town}. Nichts Besonderes und doch nie gleich.",
                "Meer, mit viel Wind. Und danach heiße Schokolade, das gehört dazu.",
            ],
            &[
                "Das klingt genau richtig. Thermoskanne oder Café?",
                "Schön! Ich verlaufe mich immer, ich brauche jemanden mit Orientierung.",
                "Heiße Schokolade ist immer ein gutes Argument.",
            ],
            &[
                "Café natürlich, ich bin kein Held. Mit Apfelkuchen.",
                "Ich habe eine Karte und Kekse, bei mir bist du sicher.",
                "Thermoskanne! Draußen schmeckt Kaffee doppelt so gut.",
            ],
        ],
        &[
            &[
                "Hallo {name}! Was kochst du, wenn du Eindruck machen willst?",
                "Hi {name}, wichtige Frage: süß oder herzhaft?",
                "Hallo {name}, du siehst aus, als könntest du gut kochen. Stimmt das?",
            ],
            &[
                "Haha, mein Risotto gelingt immer. Also fast immer.",
                "Herzhaft! Wobei ich zu Zitronenkuchen nie Nein sage.",
                "Ich gebe mir Mühe. Meine Oma hat mir Suppen beigebracht, davon lebe ich bis heute.",
            ],
            &[
                "Risotto braucht Geduld, das sagt viel über jemanden.",
                "Zitronenkuchen steht bei mir auch ganz oben. Hier in {town} gibt es einen Bäcker, der ihn großartig macht.",
                "Omas Suppen sind die besten. Meine nahm immer zu viel Pfeffer.",
            ],
            &[
                "Geduld und ein Glas Wein für den Koch, das ist das Geheimnis.",
                "Den Bäcker musst du mir dann mal zeigen.",
                "Zu viel Pfeffer gibt es nicht, sagte meine.",
            ],
        ],
        &[
            &[
                "Hallo {name}, du kommst ja aus der Nähe. Wohnst du schon lange dort?",
                "Hi {name}! Ich bin neu hier. Wie gefällt es dir?",
                "Hallo {name}, wo würdest du hingehen, wenn du nach {town} kämst?",
            ],
            &[
                "Seit gut zehn Jahren, und es gefällt mir immer noch. Und du?",
                "Ganz gut, vor allem weil Leute wie du einfach Hallo sagen.",
                "Erst Kaffee, dann in einen Buchladen, und dann sehe ich weiter.",
            ],
            &[
                "Ich wohne in {town}, mit einem Balkon voller Pflanzen, die gerade so überleben.",
                "Dann sage ich es noch einmal: Hallo! Was machst du, wenn du frei hast?",
                "Buchladen, das fängt gut an. Was hast du zuletzt gelesen?",
            ],
            &[
                "Solche Pflanzen kenne ich. Ich rede mit ihnen, das soll helfen.",
                "Musik, Freunde und manchmal gar nichts. Das Letzte ist eine Kunst.",
                "Einen dicken Familienroman am Meer. Schön und ein wenig traurig.",
            ],
        ],
        &[
            &[
                "Hi {name}, was läuft bei dir beim Abwaschen?",
                "Hallo {name}! Welches Konzert vergisst du nie?",
                "Hallo {name}, ich bin neugierig auf deinen Musikgeschmack.",
            ],
            &[
                "Alter Soul, laut, und ich singe mit. Die Nachbarn sind zum Glück nett.",
                "Ein kleiner Saal, eine Sängerin am Klavier, alle still. Gänsehaut.",
                "Alles Mögliche! Diese Woche viel Jazz, nächste wieder etwas anderes.",
            ],
            &[
                "Mitsingen ist Pflicht. Ich übernehme die zweite Stimme, falsch, aber überzeugt.",
                "Solche Abende sind die schönsten. Klein mag ich auch lieber.",
                "Jazz im Regen, das passt zu dieser Woche.",
            ],
            &[
                "Dann gründen wir einen Chor, den keiner hören will.",
                "In {town} gibt es bald wieder so etwas. Ich finde heraus, wann.",
                "Genau! Mit einer Decke und ohne Pläne.",
            ],
        ],
    ],
    endings: &[
        &[
            &[
                "Ich unterhalte mich gern mit dir.",
                "Das ist übrigens ein schönes Gespräch.",
                "Du hast mich zum Lachen gebracht, das zählt.",
            ],
            &[
                "Das geht mir auch so!",
                "Finde ich auch. Ich habe schon aufs Telefon geschaut.",
                "Zum Glück, ich war etwas nervös.",
            ],
            &[
                "Wollen wir bald mal einen Kaffee trinken?",
                "Hast du Lust, dich zu treffen, irgendwo in der Mitte?",
                "Samstag ein Spaziergang, wenn es trocken bleibt?",
            ],
            &[
                "Gern! Samstagnachmittag passt mir.",
                "Ja, schön. Ich kenne einen Ort mit gutem Kaffee und schlechten Stühlen.",
                "Da sage ich nicht Nein.",
            ],
            &[
                "Abgemacht. Ich freue mich!",
                "Schön, du erkennst mich am roten Schal.",
                "Prima. Dann bis Samstag!",
            ],
        ],
        &[
            &[
                "Was macht deinen Tag gut?",
                "Worüber lachst du?",
                "Und wenn du morgen frei hättest, was würdest du tun?",
            ],
            &[
                "Ein Brief im Kasten. Ein echter, mit Marke.",
                "Über flache Witze, je flacher, desto besser.",
                "Ausschlafen, lange frühstücken und dann mit dem Zug ans Wasser.",
            ],
            &[
                "Das ist eine schöne Antwort, die merke ich mir.",
                "Dann wird das was mit uns.",
                "Darf ich mit?",
            ],
            &[
                "Jetzt du!",
                "Sehr gut. Ich habe noch hundert davon.",
                "Wenn du das Frühstück machst.",
            ],
        ],
        &[
            &[
                "Ich muss gleich los, aber ich schreibe dir heute Abend.",
                "Entschuldige die späte Antwort, viel Arbeit.",
                "Mein Essen brennt gleich an, bis später!",
            ],
            &[
                "Kein Problem, bis später!",
                "Macht nichts, das Warten lohnt sich.",
                "Haha, viel Erfolg mit dem Essen.",
            ],
            &[
                "Da bin ich wieder. Wo waren wir?",
                "So, gerettet. Wie war dein Tag?",
            ],
            &[
                "Bei dem Moment, in dem du etwas über dich erzählst.",
                "Lang, aber jetzt wird er besser.",
            ],
        ],
    ],
};
