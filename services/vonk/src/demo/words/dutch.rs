//! Dutch, for the Netherlands and Flanders.

use super::Words;

pub(crate) const DUTCH: Words = Words {
    openings: &[
        "Rustig, nieuwsgierig en snel aan het lachen: zo omschrijven mijn vrienden me.",
        "Doordeweeks druk met mijn werk, in het weekend het liefst buiten.",
        "Sinds een paar jaar woon ik met veel plezier in {town}.",
        "Geboren en getogen in {town}, en nog altijd niet uitgekeken.",
        "Ik werk in het onderwijs en neem de verhalen van mijn leerlingen graag mee naar huis.",
        "Ik werk in de zorg: mensen boeien me, van alle leeftijden.",
        "Overdag zit ik achter een scherm, daarna wil ik bewegen.",
        "Ik ben nuchter, een tikje eigenwijs en altijd in voor een goed gesprek.",
        "Geen grote woorden hier: ik ben gewoon iemand die graag onder de mensen is.",
        "Mijn kinderen zijn groot, mijn agenda heeft weer ruimte en dat voelt goed.",
        "Vroege vogel, optimist en slecht in stilzitten.",
        "Een beetje dromerig, wel met beide benen op de grond.",
        "Ik heb mijn eigen zaak in {town} en sta elke ochtend met plezier op.",
        "Net verhuisd naar {town} en bezig de stad opnieuw te ontdekken.",
        "Als je me niet kunt vinden, zit ik waarschijnlijk op een terras in {town}.",
        "Ik luister liever dan dat ik praat, maar met de juiste persoon praat ik de avond vol.",
        "Ik hou van gewone dagen: de markt, de krant, een lange tafel met vrienden.",
        "Muts op, jas aan, naar buiten: ook als het regent.",
    ],
    likings: &[
        (
            "travel",
            "Reizen doe ik het liefst met de trein, zonder al te veel plan.",
        ),
        (
            "cooking",
            "Koken is voor mij ontspannen: liefst iets dat uren mag pruttelen.",
        ),
        (
            "dining_out",
            "Ik ken elk klein eettentje in de buurt en hou een lijstje bij.",
        ),
        (
            "wine",
            "Een goed glas wijn en een verhaal erbij, meer hoeft het niet te zijn.",
        ),
        ("coffee", "Zonder goede koffie begin ik nergens aan."),
        (
            "baking",
            "Mijn appeltaart heeft op het werk een zekere faam.",
        ),
        (
            "music",
            "Er staat hier altijd muziek op, van soul tot Spinvis.",
        ),
        (
            "concerts",
            "Minstens een keer per maand sta ik in een zaaltje bij een concert.",
        ),
        (
            "festivals",
            "In de zomer kom je me tegen op een festival, met laarzen aan.",
        ),
        ("dancing", "Ik dans salsa, met meer plezier dan talent."),
        (
            "making_music",
            "Ik speel gitaar in een bandje dat vooral oefent.",
        ),
        (
            "films",
            "Voor een goede film in een kleine bioscoop mag je me wakker maken.",
        ),
        (
            "series",
            "Op zondagavond kijk ik series, het liefst met iemand die niet voorzegt.",
        ),
        (
            "theatre",
            "Theater blijft me verrassen, ook als het misgaat.",
        ),
        (
            "museums",
            "Met een museumkaart op zak hoef ik me nooit te vervelen.",
        ),
        ("photography", "Mijn camera gaat overal mee naartoe."),
        (
            "reading",
            "Naast mijn bed ligt een stapel boeken die maar niet kleiner wordt.",
        ),
        (
            "board_games",
            "Ik kan heel slecht verliezen met bordspellen, wees gewaarschuwd.",
        ),
        (
            "gardening",
            "Mijn moestuin levert vooral courgettes op, heel veel courgettes.",
        ),
        ("nature", "In het bos of aan zee word ik rustig."),
        (
            "hiking",
            "Ik loop in stukjes het Pieterpad en ben inmiddels over de helft.",
        ),
        (
            "camping",
            "Geef me een tentje en een brander en ik ben gelukkig.",
        ),
        (
            "beach",
            "Uitwaaien op het strand kan wat mij betreft elk weekend.",
        ),
        ("cycling", "Op de racefiets maak ik mijn hoofd leeg."),
        (
            "running",
            "Drie keer per week hardlopen, niet snel maar wel trouw.",
        ),
        ("yoga", "Yoga houdt me soepel en een beetje vriendelijk."),
        (
            "swimming",
            "Ik zwem het hele jaar door in open water, echt waar.",
        ),
        (
            "football",
            "Op zaterdag sta ik langs de lijn of op het veld.",
        ),
        (
            "tennis",
            "Ik tennis op dinsdag en zoek nog iemand voor het gemengd dubbel.",
        ),
        (
            "winter_sports",
            "Een week per jaar wil ik sneeuw onder mijn voeten.",
        ),
        (
            "sailing",
            "Zodra het voorjaar is, lig ik met mijn bootje op het water.",
        ),
        (
            "motorcycles",
            "Bij mooi weer toer ik op de motor over binnenwegen.",
        ),
        ("animals", "Dieren horen bij mij in huis, klein of groot."),
        ("dogs", "Mijn hond bepaalt hoe laat ik opsta."),
        ("cats", "De kat is hier de baas, ik mag er wonen."),
        (
            "history",
            "Ik kan uren dwalen door oude straatjes en hun geschiedenis.",
        ),
        (
            "volunteering",
            "Een avond per week help ik mee in het buurthuis.",
        ),
        (
            "languages",
            "Ik leer Italiaans, vooral om beter te kunnen bestellen.",
        ),
    ],
    wishes: &[
        "Ik zoek iemand met wie stilte net zo fijn is als praten.",
        "Graag leer ik iemand kennen die humor heeft en ook om zichzelf kan lachen.",
        "Ik hoop op iemand die avontuur zoekt, ook dicht bij huis.",
        "Eerst samen koffie, dan zien we wel verder.",
        "Wie weet begint hier iets moois, en anders een goede vriendschap.",
        "Ik ben op zoek naar iets echts, zonder haast.",
        "Eerlijkheid vind ik belangrijker dan een perfect plaatje.",
        "Het liefst ontmoet ik iemand die weet wat hij of zij wil en aardig blijft.",
        "Een lange wandeling zegt me meer dan honderd berichten.",
        "Iemand om mee te lachen, te koken en af en toe te verdwalen.",
        "Ik val voor aandacht: iemand die vraagt en daarna ook luistert.",
        "Nieuwsgierig naar iemand die het leven niet al te ernstig neemt.",
    ],
    closings: &[
        "Stuur gerust een berichtje, ik antwoord altijd.",
        "Vertel me eens wat jou vandaag blij maakte.",
        "Tot snel?",
        "Wat is jouw favoriete plek in de buurt?",
        "Zeg maar hallo, ik bijt niet.",
        "Ik ben benieuwd naar jouw verhaal.",
        "Welk liedje staat bij jou op herhalen?",
        "Tip voor een goede wandeling? Ik hoor het graag.",
    ],
    topics: &[
        &[
            &[
                "Hoi {name}! Je foto maakte me aan het lachen. Hoe is het met je?",
                "Hé {name}, leuk profiel! Hoe gaat het vandaag?",
                "Goedemiddag {name}, ik dacht: ik stuur je gewoon een berichtje.",
            ],
            &[
                "Wat leuk dat je schrijft! Goed hoor, net terug van een rondje fietsen. En jij?",
                "Dank je! Prima, lekker lui op de bank met thee. Hoe is het bij jou?",
                "Hoi! Fijn bericht. Het gaat goed, drukke week gehad. Hoe was die van jou?",
            ],
            &[
                "Ook goed! Ik heb vandaag eindelijk de zolder opgeruimd, heldendaad.",
                "Heerlijk rustig. Vanavond kook ik voor vrienden, dus straks is het gedaan met de rust.",
                "Best lekker, ik had een vrije dag en ben naar de markt in {town} geweest.",
            ],
            &[
                "Haha, petje af. Wat is het mooiste dat je vond?",
                "Klinkt goed! Waar maak jij een avond geslaagd mee?",
                "Daar word ik wel een beetje jaloers van. Doe je dat vaker?",
            ],
        ],
        &[
            &[
                "Hoi {name}, ik zag dat je graag wandelt. Heb je een lievelingsroute?",
                "Hé {name}! Bos of strand, als je moet kiezen?",
                "Hallo {name}, ik zoek nog een goede wandeling voor zondag. Tips?",
            ],
            &[
                "Moeilijke vraag! Ik kom altijd weer uit bij de duinen, vooral buiten het seizoen.",
                "Ik loop vaak een rondje buiten {town}, langs het water. Niets bijzonders en toch nooit hetzelfde.",
                "Strand, met wind. En daarna warme chocolademelk, dat hoort erbij.",
            ],
            &[
                "Dat klinkt precies goed. Neem je dan een thermoskan mee of ga je voor een terras?",
                "Mooi! Ik verdwaal altijd, dus ik heb eigenlijk iemand met richtingsgevoel nodig.",
                "Warme chocolademelk is altijd een goed argument.",
            ],
            &[
                "Terras natuurlijk, ik ben geen held. Met appelgebak.",
                "Ik heb een kaart én koekjes, dus je bent bij mij veilig.",
                "Thermoskan! Koffie smaakt buiten twee keer zo goed.",
            ],
        ],
        &[
            &[
                "Hoi {name}! Wat zou jij koken als je indruk wilt maken?",
                "Hé {name}, belangrijke vraag: zoet of hartig?",
                "Hallo {name}, jij lijkt me iemand die goed kan koken. Klopt dat?",
            ],
            &[
                "Haha, mijn risotto lukt altijd. Nou ja, bijna altijd.",
                "Hartig! Al zeg ik nooit nee tegen citroentaart.",
                "Ik doe mijn best. Mijn oma leerde me soep maken en daar leef ik nog steeds op.",
            ],
            &[
                "Risotto vraagt geduld, dat zegt veel over iemand.",
                "Citroentaart staat ook bij mij bovenaan. Er zit hier in {town} een bakker die hem geweldig maakt.",
                "Soep van oma's is de beste. Die van mij deed er altijd te veel peper in.",
            ],
            &[
                "Geduld en een glas wijn voor de kok, dat is het geheim.",
                "Dan moet je me die bakker maar eens aanwijzen.",
                "Te veel peper bestaat niet, zei de mijne.",
            ],
        ],
        &[
            &[
                "Dag {name}, je komt uit de buurt zie ik. Woon je daar al lang?",
                "Hoi {name}! Ik ben nieuw hier. Hoe bevalt het jou?",
                "Hé {name}, waar ga jij heen als je in {town} zou komen?",
            ],
            &[
                "Al een jaar of tien, het bevalt nog steeds. En jij?",
                "Best leuk, vooral omdat mensen als jij gewoon hallo zeggen.",
                "Eerst koffie, dan een boekwinkel en dan zie ik wel verder.",
            ],
            &[
                "Ik zit in {town}, met een balkon vol planten die het net redden.",
                "Nou, dan zeg ik het nog eens: hallo! Wat doe je als je vrij bent?",
                "Boekwinkel, dat is een goed begin. Welk boek las je het laatst?",
            ],
            &[
                "Planten die het net redden, die ken ik. Ik praat ertegen, dat schijnt te helpen.",
                "Muziek maken, vrienden zien en soms helemaal niets. Dat laatste vind ik een kunst.",
                "Een dikke roman over een familie aan zee. Mooi en een beetje droevig.",
            ],
        ],
        &[
            &[
                "Hoi {name}, wat staat er bij jou op als je afwast?",
                "Hé {name}! Welk concert vergeet jij nooit meer?",
                "Hallo {name}, ik ben benieuwd naar je muzieksmaak.",
            ],
            &[
                "Oude soul, hard, en dan meezingen. De buren zijn gelukkig aardig.",
                "Een klein zaaltje, een zangeres met een piano, iedereen stil. Kippenvel.",
                "Van alles! Deze week veel jazz, volgende week weer iets anders.",
            ],
            &[
                "Meezingen is verplicht. Ik doe de tweede stem, vals maar overtuigd.",
                "Zulke avonden zijn het mooist. Ik hou ook van klein.",
                "Jazz in de regen, dat past bij deze week.",
            ],
            &[
                "Dan vormen we een koor dat niemand wil horen.",
                "Er is binnenkort weer zoiets in {town}. Moet ik eens uitzoeken.",
                "Precies! Met een deken en niets te doen.",
            ],
        ],
        &[
            &[
                "Hé {name}, heeft die hond op je foto ook een naam?",
                "Hoi {name}, kattenmens of hondenmens? Het antwoord is belangrijk.",
                "Hallo {name}! Ik zag dat je van dieren houdt.",
            ],
            &[
                "Honden, zonder twijfel. Al word ik door elke kat aangestaard alsof ik het mis heb.",
                "Ja! Ik pas vaak op de hond van mijn zus en die is nog eigenwijzer dan ik.",
                "Allebei eigenlijk. Als ze maar bij me op de bank willen.",
            ],
            &[
                "Mijn kat zou je vergeven, na een week of drie.",
                "Eigenwijze honden zijn de leukste. Luistert hij een beetje?",
                "Op de bank, altijd. Hier is de bank allang niet meer van mij.",
            ],
            &[
                "Drie weken, daar doe ik het voor.",
                "Alleen als er kaas bij is. Dat heeft hij van mij.",
                "Haha, dat herken ik. Waar zit jij dan?",
            ],
        ],
    ],
    endings: &[
        &[
            &[
                "Ik vind het leuk om met je te praten.",
                "Dit is een fijn gesprek, trouwens.",
                "Je hebt me aan het lachen gemaakt, dat telt.",
            ],
            &[
                "Dat is wederzijds!",
                "Vind ik ook. Ik zat al naar mijn telefoon te kijken.",
                "Gelukkig maar, ik was een beetje zenuwachtig.",
            ],
            &[
                "Zullen we binnenkort eens koffie drinken?",
                "Heb je zin om een keer af te spreken, ergens halverwege?",
                "Zaterdag een wandeling, als het droog blijft?",
            ],
            &[
                "Graag! Zaterdagmiddag kan ik.",
                "Ja leuk. Ik ken een plekje met goede koffie en slechte stoelen.",
                "Daar zeg ik geen nee tegen.",
            ],
            &[
                "Afgesproken. Ik verheug me erop!",
                "Mooi, dan herken je me aan de rode sjaal.",
                "Top. Tot zaterdag dan!",
            ],
        ],
        &[
            &[
                "Wat maakt jouw dag goed?",
                "Waar lach jij om?",
                "En als je morgen vrij had, wat deed je dan?",
            ],
            &[
                "Een brief in de bus. Een echte, met een postzegel.",
                "Om flauwe grappen, hoe flauwer hoe beter.",
                "Uitslapen, een lang ontbijt en dan de trein nemen naar zee.",
            ],
            &[
                "Dat is een mooi antwoord, dat onthoud ik.",
                "Dan komt het goed met ons.",
                "Mag ik mee?",
            ],
            &[
                "Nu jij!",
                "Goed zo. Ik heb er nog honderd.",
                "Als jij voor het ontbijt zorgt.",
            ],
        ],
        &[
            &[
                "Ik moet zo weg, maar ik schrijf je vanavond.",
                "Sorry voor mijn late antwoord, druk op het werk.",
                "Mijn eten brandt bijna aan, tot straks!",
            ],
            &[
                "Geen probleem, tot later!",
                "Geeft niets, het wachten waard.",
                "Haha, succes met het eten. Tot straks.",
            ],
            &[
                "Daar ben ik weer. Waar waren we gebleven?",
                "Zo, gered. Hoe was jouw dag?",
            ],
            &[
                "Bij het moment dat jij iets over jezelf zou vertellen.",
                "Lang, maar nu wordt hij beter.",
            ],
        ],
    ],
};
